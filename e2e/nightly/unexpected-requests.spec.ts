import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { listSurfaces } from '@/development/checks/list-surfaces'

const AT_ONCE = 24
const HANG_MS = 30_000

const oddities = ['', '\0', '\ud800', '%ff', '..%2f', '__proto__', '-1', '1e309', 'x'.repeat(70_000), 'eip155:84532']
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.webUrl(), fc.constantFrom(...oddities))
const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('['.repeat(20_000), 1e308))
const word = text.map((one) => encodeURIComponent(one.toWellFormed()).slice(0, 7_000))

/** A payment that nobody signed, in whole or in parts. */
const payment = fc.record(
  {
    x402Version: fc.oneof(fc.constant(2), json),
    accepted: fc.oneof(fc.record({ scheme: fc.constant('exact'), network: fc.constant('eip155:84532') }), json),
    payload: fc.oneof(json, fc.record({ signature: text, authorization: json }), fc.record({ transaction: text })),
  },
  { requiredKeys: [] },
)
const rpc = fc.record({
  jsonrpc: fc.constant('2.0'),
  id: fc.nat(),
  method: fc.oneof(fc.constantFrom('initialize', 'tools/list', 'tools/call', 'eth_call'), text),
  params: fc.oneof(json, fc.record({ name: fc.constant('search_resources'), arguments: json })),
})
const settle = fc.record({ x402Version: fc.constant(2), paymentPayload: payment, paymentRequirements: json })
const body = fc.oneof(
  fc.constantFrom('', '{', '{"a":"\\ud800"}', 'a=1&b[]=3', '--x\r\n\r\n1\r\n--x--', '\ufeff{}'),
  fc.oneof(json, rpc, fc.array(rpc, { maxLength: 20 }), settle).map((value) => JSON.stringify(value)),
)
const proof = fc.oneof(
  text,
  payment.map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
)
const plain = 'X-Forwarded-For Forwarded Origin Range If-None-Match Idempotency-Key Cookie Authorization Accept'
const ofNext = 'RSC Next-Router-State-Tree Next-Action Accept-Language'
const header = fc.oneof(
  fc.tuple(fc.constantFrom('PAYMENT-SIGNATURE', 'X-PAYMENT', 'SIGN-IN-WITH-X'), proof),
  fc.tuple(fc.constantFrom(...`${plain} ${ofNext}`.split(' ')), text),
  fc.constant(['Content-Type', 'application/json']),
)
const parameter = fc.tuple(fc.constantFrom('q', 'network', 'limit', 'cursor', 'host'), word)
const wrongEnd = fc.constantFrom('', '', '', '/', '/..', '/%2e%2e/x', '%00', '%ff', '%', '\\', '.rsc')
type OddRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

const request = fc.record({
  surface: fc.constantFrom(...listSurfaces(), { path: '/[...path]', methods: ['GET'] }),
  method: fc.constantFrom('', '', 'POST', 'HEAD', 'OPTIONS', 'PROPFIND', 'get'),
  words: fc.array(word, { minLength: 8, maxLength: 8 }),
  target: fc.tuple(wrongEnd, fc.array(parameter)),
  headers: fc.array(header, { maxLength: 4 }),
  body,
})

test('answers malformed requests without a fault of its own', async ({ baseURL }) => {
  const requests = fc.array(request, { minLength: 1, maxLength: AT_ONCE, size: 'max' })
  const property = fc.asyncProperty(requests, async (group) => {
    const answers = await Promise.all(group.map((one) => sendRaw(new URL(baseURL ?? ''), toBytes(one))))
    expect(answers.filter(isFault)).toEqual([])
  })
  await fc.assert(property, { numRuns: 500 })
})

/** A parser may close the connection without an answer; a 503 must say when to come again. */
const isFault = (head: string) =>
  head === 'hang' || (/^HTTP\/1\.1 5/.test(head) && !/^HTTP\/1\.1 503[^]*\r\nretry-after:/i.test(head))

/** Sent unchanged, but for line ends, which would end the header. */
function toBytes({ surface, method, words, target: [end, query], headers, body: sent }: OddRequest) {
  const oneLine = (line: string) => line.replaceAll(/[\r\n]/g, ' ')
  const left = [...words]
  const path = surface.path.replaceAll(/\[[^\]]+\]/g, () => left.pop() || 'x') + end
  const asked = query.length > 0 ? `?${query.map((part) => part.join('=')).join('&')}` : ''
  const payload = Buffer.from(sent)
  const lines = [
    `${method || surface.methods[0]} ${oneLine(path + asked).replaceAll(' ', '%20')} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...headers.map(([name = '', value = '']) => `${name}: ${oneLine(value).slice(0, 12_000)}`),
    `Content-Length: ${payload.length}`,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), payload])
}

/** The head of the answer, or `hang`. */
function sendRaw({ hostname, port }: URL, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let head = ''
    const socket = connect({ host: hostname, port: Number(port), timeout: HANG_MS })
    const end = (outcome: string) => {
      socket.destroy()
      resolve(outcome)
    }
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      head += chunk
      if (head.includes('\r\n\r\n')) end(head)
    })
    socket.on('close', () => end(head)).on('timeout', () => end('hang'))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNREFUSED' ? reject(error) : end(head)))
    socket.write(bytes)
  })
}
