import type { Surface } from '../checks/list-surfaces'
import { bodyFromSchema } from './body-from-schema'
import { mutateJson, oddBody, oddJson, oddText } from './odd-values'
import type { Random } from './random'
import type { DocumentedCall } from './read-documents'

/** One request as it is sent: nothing is normalised on the way. */
export type FuzzRequest = {
  endpoint: string
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
}

export type Target = Surface & { documented: DocumentedCall[] }

/** Facts that the fuzz read from the running site before it began. */
export type Knowledge = {
  targets: Target[]
  /** Decoded `PAYMENT-REQUIRED` of a route of the site, to make payments from. */
  paymentRequired: unknown
  /** Values that exist, by the name of the parameter that takes them. */
  known: Readonly<Record<string, readonly string[]>>
}

const oddMethods = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'DELETE', 'PUT', 'PATCH', 'POST', 'GET', 'M\u00dcLL']
const queryNames = [
  'q',
  'query',
  'tags',
  'payTo',
  'network',
  'extensions',
  'scheme',
  'host',
  'limit',
  'offset',
  'cursor',
  'type',
]

export function buildRequest(random: Random, { targets, paymentRequired, known }: Knowledge): FuzzRequest {
  const target = random.pick(targets)
  const call = target.documented.length > 0 && random.chance(0.8) ? random.pick(target.documented) : null
  const expected = call?.method ?? random.pick(target.methods.length > 0 ? target.methods : ['GET'])
  const method = random.chance(0.9) ? expected : random.pick(oddMethods)
  const path = oddPath(random, fillPath(random, call?.path ?? target.path, known))
  const query = oddQuery(random, [...(call?.query ?? []), ...(call?.query.length ? [] : queryNames)])
  const hasBody = !['GET', 'HEAD'].includes(method) || random.chance(0.03)
  const body = hasBody ? bodyOf(random, target, call, paymentRequired) : null
  const headers = headersOf(random, paymentRequired, body)
  return { endpoint: target.path, method, target: path + query, headers, body }
}

function fillPath(random: Random, path: string, known: Knowledge['known']): string {
  return path.replaceAll(/\[(\.{3})?([^\]]+)\]/g, (_whole, rest: string | undefined, name: string) => {
    const values = known[name] ?? []
    const value = () =>
      values.length > 0 && random.chance(0.6) ? random.pick(values) : encodeURIComponent(wellFormed(oddText(random)))
    return rest ? Array.from({ length: 1 + random.below(3) }, value).join('/') : value() || 'x'
  })
}

const wellFormed = (text: string) => Buffer.from(text).toString('utf8')

function oddPath(random: Random, path: string): string {
  if (!random.chance(0.15)) return path
  return random.pick([
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    `${path}/%2e%2e/x`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%ff`,
    `${path}%`,
    `${path}/%2F`,
    `${path}/${'a/'.repeat(200)}`,
    `${path}/${'x'.repeat(7_000)}`,
    path.toUpperCase(),
    `${path}\\`,
    `${path}.json`,
    `${path}.rsc`,
    `/_next/data/x${path}.json`,
    `/_next/image?url=${path}&w=1&q=1`,
    `http://other.example${path}`,
    `*`,
  ])
}

function oddQuery(random: Random, names: string[]): string {
  const count = random.pick([0, 0, 1, 1, 2, 3, 8])
  const parts = Array.from({ length: count }, () => {
    const name = random.chance(0.9) ? random.pick(names) : encodeURIComponent(wellFormed(oddText(random)))
    const text = wellFormed(oddText(random)).slice(0, random.chance(0.02) ? 12_000 : 2_000)
    return random.chance(0.8)
      ? `${name}=${encodeURIComponent(wellFormed(text))}`
      : `${name}=${random.pick(['%00', '%', '%ff', '%ed%a0%80', '+', '&', '='])}`
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function bodyOf(random: Random, target: Target, call: DocumentedCall | null, paymentRequired: unknown): Buffer {
  if (random.chance(0.15)) return Buffer.from(oddBody(random))
  if (random.chance(0.03)) return Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256)))
  return Buffer.from(JSON.stringify(valueFor(random, target, call, paymentRequired)) ?? '')
}

function valueFor(random: Random, target: Target, call: DocumentedCall | null, paymentRequired: unknown): unknown {
  if (target.path.startsWith('/mcp')) {
    const one = () => rpcMessage(random)
    return random.chance(0.3) ? Array.from({ length: random.pick([0, 1, 2, 20, 200]) }, one) : one()
  }
  if (target.path.startsWith('/api/rpc')) return random.chance(0.5) ? rpcMessage(random) : oddJson(random)
  if (/\/(verify|settle)$/.test(target.path)) {
    const paymentPayload = payment(random, paymentRequired)
    const body = { x402Version: 2, paymentPayload, paymentRequirements: acceptedOf(paymentRequired) }
    return random.chance(0.7) ? mutateJson(random, body) : body
  }
  const body = call?.body ? bodyFromSchema(random, call.body) : oddJson(random)
  return random.chance(0.3) ? mutateJson(random, body) : body
}

const rpcMethods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'eth_call',
  'eth_chainId',
  'getAccountInfo',
]
const toolNames = ['search_resources', 'get_resource', 'list_resources', 'call_resource', 'buy', 'weather']

function rpcMessage(random: Random): unknown {
  const call = { name: random.pick(toolNames), arguments: oddJson(random) }
  const start = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } }
  const params = random.pick([call, call, start, oddJson(random)])
  const message = { jsonrpc: '2.0', id: random.below(1_000), method: random.pick(rpcMethods), params }
  return random.chance(0.4) ? mutateJson(random, message) : message
}

const acceptedOf = (paymentRequired: unknown): unknown =>
  (paymentRequired as { accepts?: unknown[] } | null)?.accepts?.[0] ?? {}

/** A payment with valid terms and an invalid signature. */
function payment(random: Random, paymentRequired: unknown): unknown {
  const authorization = {
    from: `0x${'12'.repeat(20)}`,
    to: `0x${'34'.repeat(20)}`,
    value: '10000',
    validAfter: '0',
    validBefore: '99999999999',
    nonce: `0x${'ab'.repeat(32)}`,
  }
  const payload = random.pick([
    { signature: `0x${'1b'.repeat(65)}`, authorization },
    { transaction: Buffer.from('no transaction').toString('base64') },
    { signature: `0x${'00'.repeat(65)}`, permit2Authorization: { permitted: {}, ...authorization } },
  ])
  return { x402Version: 2, accepted: acceptedOf(paymentRequired), payload }
}

const base64Json = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64')

function headersOf(random: Random, paymentRequired: unknown, body: Buffer | null): FuzzRequest['headers'] {
  const proof = () => {
    const signed = payment(random, paymentRequired)
    return random.pick([
      oddText(random),
      base64Json(oddJson(random)),
      base64Json(mutateJson(random, signed)),
      base64Json(signed),
    ])
  }
  const token = Buffer.from(Array.from({ length: 32 }, () => random.below(256))).toString('base64url')
  const odd: (() => [string, string])[] = [
    () => ['PAYMENT-SIGNATURE', proof()],
    () => ['PAYMENT-SIGNATURE', proof()],
    () => ['X-PAYMENT', proof()],
    () => [
      'SIGN-IN-WITH-X',
      random.pick([
        oddText(random),
        base64Json(oddJson(random)),
        base64Json({ domain: 'x', address: 1, nonce: oddText(random) }),
      ]),
    ],
    () => [
      'Cookie',
      random.pick([
        `turnpike-session=${token}`,
        `turnpike-session=${oddText(random)}`,
        'a'.repeat(3_000),
        `;;=;${oddText(random)}`,
      ]),
    ],
    () => [
      'Authorization',
      random.pick([`Bearer tps_${token}`, `Bearer tpk_${token}`, `Bearer ${oddText(random)}`, 'Basic Og==']),
    ],
    () => [
      'Accept',
      random.pick([
        'text/html',
        'text/html',
        'text/event-stream',
        'application/json, text/event-stream',
        oddText(random),
      ]),
    ],
    () => [
      'X-Forwarded-For',
      random.pick(['1'.repeat(6_000), '::ffff:1.2.3.4%eth0', `1.2.3.4, ${oddText(random)}`, oddText(random)]),
    ],
    () => ['Forwarded', `for=${oddText(random)}`],
    () => ['X-Forwarded-Host', random.pick(['other.example', oddText(random)])],
    () => ['X-Forwarded-Proto', oddText(random)],
    () => ['Origin', random.pick(['https://other.example', 'null', oddText(random)])],
    () => ['Sec-Fetch-Site', random.pick(['same-origin', 'cross-site', oddText(random)])],
    () => ['Range', random.pick(['bytes=0-', 'bytes=99999999-1', oddText(random)])],
    () => ['If-None-Match', random.pick(['*', 'W/"x"', oddText(random)])],
    () => ['Idempotency-Key', oddText(random)],
    () => ['Mcp-Session-Id', random.pick([token, oddText(random)])],
    () => ['MCP-Protocol-Version', oddText(random)],
    () => ['Last-Event-ID', oddText(random)],
    () => ['RSC', '1'],
    () => [
      'Next-Router-State-Tree',
      random.pick([oddText(random), encodeURIComponent(JSON.stringify(oddJson(random)) ?? '')]),
    ],
    () => ['Next-Router-Prefetch', '1'],
    () => ['Next-Url', oddText(random)],
    () => ['Next-Action', random.pick(['x', '0'.repeat(42), '7f'.repeat(21), oddText(random)])],
    () => ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
    () => ['Accept-Encoding', oddText(random)],
    () => ['Accept-Language', oddText(random)],
    () => ['User-Agent', oddText(random)],
    () => ['X-Request-Id', oddText(random)],
    () => ['Traceparent', oddText(random)],
  ]
  const chosen = Array.from({ length: random.pick([0, 1, 1, 2, 3]) }, () => random.pick(odd)())
  const type = random.pick([
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    oddText(random),
  ])
  return [
    ...chosen.map(([name, value]): [string, string] => [name, value.slice(0, 12_000)]),
    ...(body ? ([['Content-Type', type]] as [string, string][]) : []),
  ]
}
