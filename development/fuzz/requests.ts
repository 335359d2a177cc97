import fc, { type Arbitrary } from 'fast-check'
import type { Surface } from '../checks/list-surfaces'

/** One request as it is sent: nothing is normalised on the way. */
export type FuzzRequest = { method: string; target: string; headers: [name: string, value: string][]; body: string }

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.webUrl(),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '%ff',
    '..%2f',
    '__proto__',
    '-1',
    '1e309',
    '2026-13-45T99:99:99Z',
    'eip155:84532',
  ),
  fc.constantFrom('x'.repeat(5_000), 'x'.repeat(70_000), 'http://127.0.0.1:1/', `0x${'f'.repeat(40)}`),
)
const word = text.map((one) => encodeURIComponent(one.toWellFormed()).slice(0, 7_000))
const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('['.repeat(20_000), 1e308))

const base64Json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64')

/** Requests to any of the addresses, with payments that are made from the terms and signed by nobody. */
export function requestsTo(surfaces: readonly Surface[], { accepts }: { accepts: unknown[] }): Arbitrary<FuzzRequest> {
  const payment = fc.record(
    {
      x402Version: fc.oneof(fc.constant(2), json),
      accepted: fc.oneof(fc.constantFrom(...accepts), json),
      payload: fc.oneof(
        json,
        fc.record({ signature: fc.oneof(fc.constant(`0x${'1b'.repeat(65)}`), text), authorization: json }),
        fc.record({ transaction: text }),
      ),
    },
    { requiredKeys: [] },
  )
  const rpc = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.nat(),
    method: fc.oneof(fc.constantFrom('initialize', 'tools/list', 'tools/call', 'eth_call', 'eth_chainId'), text),
    params: fc.oneof(json, fc.record({ name: fc.constantFrom('search_resources', 'weather'), arguments: json })),
  })
  const settle = fc.record({ x402Version: fc.constant(2), paymentPayload: payment, paymentRequirements: json })
  const body = fc.oneof(
    fc.oneof(json, rpc, fc.array(rpc, { maxLength: 20 }), settle).map((value) => JSON.stringify(value)),
    fc.oneof(text, fc.constantFrom('{', '[1,', '{"a":"\\ud800"}', 'a=1&b[]=3', '--x\r\n\r\n1\r\n--x--', '\ufeff{}')),
  )
  const proof = fc.oneof(text, fc.oneof(json, payment).map(base64Json))
  const header = fc.oneof(
    fc.tuple(fc.constantFrom('PAYMENT-SIGNATURE', 'X-PAYMENT', 'SIGN-IN-WITH-X'), proof),
    fc.tuple(
      fc.constantFrom('Cookie'),
      text.map((one) => `turnpike-session=${one}`),
    ),
    fc.tuple(
      fc.constantFrom('Authorization'),
      text.map((one) => `Bearer ${one}`),
    ),
    fc.tuple(
      fc.constantFrom(
        ...['X-Forwarded-For', 'Forwarded', 'X-Forwarded-Host', 'Origin', 'Range', 'If-None-Match', 'Idempotency-Key'],
        ...['Mcp-Session-Id', 'Last-Event-ID', 'RSC', 'Next-Router-State-Tree', 'Next-Action', 'Accept-Language'],
      ),
      text,
    ),
    fc.constantFrom<[string, string][]>(
      ['Accept', 'text/html'],
      ['Accept', 'text/event-stream'],
      ['Content-Type', 'application/json'],
    ),
  )
  const query = fc
    .array(fc.tuple(fc.constantFrom('q', 'query', 'network', 'limit', 'offset', 'cursor', 'host', 'type'), word))
    .map((parts) => (parts.length > 0 ? `?${parts.map((part) => part.join('=')).join('&')}` : ''))
  const wrong = fc.constantFrom('', '', '', '', '/', '/..', '/%2e%2e/x', '%00', '%ff', '%', '\\', '.rsc')
  return fc
    .constantFrom(...surfaces, { path: '/_next/image', methods: ['GET'] }, { path: '/[...path]', methods: ['GET'] })
    .chain(({ path, methods }) =>
      fc.record({
        method: fc.oneof(fc.constantFrom(...methods, 'POST'), fc.constantFrom('HEAD', 'OPTIONS', 'PROPFIND', 'get')),
        target: fc
          .tuple(fc.array(word, { minLength: 8, maxLength: 8 }), wrong, query)
          .map(([words, end, asked]) => path.replaceAll(/\[[^\]]+\]/g, () => words.pop() || 'x') + end + asked),
        headers: fc.array(
          header.map(([name, value]): [string, string] => [name, value.slice(0, 12_000)]),
          { maxLength: 4 },
        ),
        body: fc.oneof(fc.constant(''), body),
      }),
    )
}
