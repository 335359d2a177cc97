import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { evmDevnetAccount } from '@/development/devnet/wallets'
import { openTestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestKey, createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { userCpuMs } from '@/development/testing/user-cpu-ms'
import { findFormFault } from '@/lib/base/http/find-request-fault'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { getRoute } from '@/lib/shop/sellers/routes/routes'
import { createRoute } from '@/lib/shop/sellers/routes/write-route'

/** For how many times the reading of one megabyte of JSON one request may keep everybody else waiting. */
const LONGEST_READINGS = 12

const world = testWorld()
const payTo = evmDevnetAccount('seller').address
const weatherTerms = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } as const
const site = await openTestSite({
  routes: { 'GET /weather': { config: { accepts: weatherTerms }, handler: () => Response.json({ sunny: true }) } },
})
const { application } = site
const seller = await createTestSeller(site)
let served: ServedFetch
let hostile: ServedFetch
let toolName: string

const choices = Array.from({ length: 400 }, (_, at) => `choice ${at}`)
const items = (bytes: number) => Array.from({ length: bytes / 4 }, () => 1)
/** The largest declaration: each item is one of many choices, in the worst order. */
const declaration = {
  info: { input: { type: 'http', method: 'GET', queryParams: { a: items(8_000) } } },
  schema: {
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          queryParams: { type: 'object', properties: { a: { type: 'array', items: { enum: [...choices, 1] } } } },
        },
      },
    },
  },
}

beforeAll(async () => {
  served = await serveFetch(answer)
  hostile = await serveFetch(async (request) => {
    const { resource, accepts } = await terms()
    const { url } = request
    const challenge = { x402Version: 2, resource: { ...resource, url }, accepts, extensions: { bazaar: declaration } }
    return Response.json(challenge, { status: 402, headers: { 'payment-required': encodeHeader(challenge) } })
  })
  const inputSchema = { properties: { a: { type: 'array', items: { enum: [...choices.slice(0, 100), 1] } } } }
  const { routeId } = await createRoute(application.sellers, seller.actor, {
    ...{ kind: 'api', title: 'A tool', method: 'POST', path: '/tool', price: priceOf('$0.01'), isTool: true },
    upstream: { url: 'http://127.0.0.1:8080/a' },
    discovery: { isListed: false, inputSchema },
  })
  toolName = (await getRoute(application.sellers, seller.actor, routeId)).toolName ?? ''
})

afterAll(async () => {
  await served?.stop()
  await hostile?.stop()
})

/** Like the addresses of the site. */
async function answer(request: Request): Promise<Response> {
  const { facilitatorHttp, catalog, mcp } = application
  switch (new URL(request.url).pathname) {
    case '/facilitator/settle':
      return facilitatorHttp.settle(request)
    case '/facilitator/verify':
      return facilitatorHttp.verify(request)
    case '/facilitator/discovery/validate':
      return catalog.http.validate(request)
    case '/facilitator/discovery/preflight':
      return catalog.http.preflight(request)
    case '/mcp':
      return mcp.answerShop(seller.handle, request)
    case '/dashboard':
      return new Response(null, { status: (await findFormFault(request)) === null ? 200 : 400 })
    default:
      return site.answer(request)
  }
}

async function terms() {
  const buyer = await createEvmBuyer(world, 1n)
  const { paymentRequired } = await buyer.sign(`${site.origin}/weather`)
  return paymentRequired
}

/** A good payment that declares the worst, up to the size of a facilitator's body. */
async function payment(bytes: number) {
  const buyer = await createEvmBuyer(world, 1_000_000n)
  const { payload } = await buyer.sign(`${site.origin}/weather`)
  const extensions = { bazaar: declaration, other: { padding: [] as number[] } }
  const body = { x402Version: 2, paymentPayload: { ...payload, extensions }, paymentRequirements: payload.accepted }
  extensions.other.padding = items((bytes - JSON.stringify(body).length) * 2 - 8)
  return JSON.stringify(body)
}

const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
  body,
})

const call = (count: number) =>
  JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: toolName, arguments: { a: items(count) } },
  })

const form = (bytes: number): RequestInit => {
  const field = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  return {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', origin: served.origin },
    body: field.repeat(bytes / field.length),
  }
}

/** For a shop that has asked for nothing before. */
async function apiCall(): Promise<RequestInit> {
  const scopes = ['shop:read', 'routes:read', 'routes:write']
  const { secret } = await createTestKey(site, await createTestSeller(site), { name: 'A', scopes })
  return { headers: { authorization: `Bearer ${secret}` } }
}

async function document(text: string) {
  const { headers } = await apiCall()
  return json(JSON.stringify({ text }), headers as Record<string, string>)
}

const yaml = 'openapi: 3.0.0\npaths: {}\n'
const shared = { content: { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } } }
const tree = Array.from({ length: 24 }, (_, at) => {
  const next = { $ref: `#/components/schemas/S${at + 1}` }
  return [`S${at}`, { type: 'object', properties: { a: next, b: next } }] as const
})
const references = JSON.stringify({
  openapi: '3.0.0',
  paths: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`/p${at}`, { post: { requestBody: shared, responses: { 200: shared } } }]),
  ),
  components: { schemas: Object.fromEntries(tree) },
})

/** Query parameters, each of another name. */
const names = (characters: number) =>
  Array.from({ length: characters / 4 }, (_, at) => at.toString(36))
    .join('&')
    .slice(0, characters)

/** Members of an object. */
const values = (count: number) => Array.from({ length: count }, (_, at) => `"${at.toString(36)}":0`).join()

async function list(bytes: number) {
  const { headers } = await apiCall()
  return json(`[${'[],'.repeat(bytes / 3)}0]`, headers as Record<string, string>)
}

const openApi = '{"openapi":"3.0.0","paths":{},"x":['
const documents = '/api/v1/gateways/documents'
const small = () => document(yaml)
const validate = '/facilitator/discovery/validate'
const asked = (path: string) => JSON.stringify({ url: `${hostile.origin}${path}` })
let asks = 0
const preflight = () => {
  const url = `http://localhost:${new URL(hostile.origin).port}/${(asks += 1)}`
  return `/facilitator/discovery/preflight?url=${encodeURIComponent(url)}`
}

const toValidate = () => validate
const ASKS_A_HOST: ReadonlySet<unknown> = new Set([toValidate, preflight])

type Door = [name: string, path: () => string, status: number[], first: () => unknown, largest: () => unknown]
const doors: Door[] = [
  ['verify', () => '/facilitator/verify', [200], () => payment(9_000), () => payment(131_000)],
  ['settle', () => '/facilitator/settle', [200], () => payment(9_000), () => payment(131_000)],
  ['validate', toValidate, [200], () => '{}', () => asked('/a')],
  ['preflight', preflight, [200], () => null, () => undefined],
  ['a query of many names', () => `/weather?${names(15_000)}`, [402], () => null, () => undefined],
  ['an API call of many names', () => `/api/v1/shop?${names(15_000)}`, [422], () => null, apiCall],
  ["a tool's arguments", () => '/mcp', [200], () => call(400), () => call(2_090_000)],
  ['a batch of calls', () => '/mcp', [200], () => call(400), () => `[${Array(20).fill(call(80_000))}]`],
  ['a form of fields', () => '/dashboard', [400], () => form(600), () => form(1_999_000)],
  ['a longer form', () => '/dashboard', [400], () => form(600), () => form(8_000_000)],
  ['a document of references', () => documents, [200], small, () => document(references)],
  ['a document of comments', () => documents, [422], small, () => document(`${yaml}${'#x\n'.repeat(320_000)}`)],
  ['a document of small parts', () => documents, [422], small, () => document(`${yaml}x: [${'1,'.repeat(34_000)}]`)],
  ['a document of lines', () => documents, [422], small, () => document(`${yaml}x:\n${' - {k: v}\n'.repeat(3_900)}`)],
  ['a document of lists', () => documents, [422], small, () => document(`${openApi}${'[],'.repeat(320_000)}0]}`)],
  ['a document of names', () => documents, [422], small, () => document(`${openApi}{${values(39_000)}}]}`)],
  ['a body of lists', () => '/api/v1/routes', [413], () => null, () => list(2_900_000)],
]

it.each(doors)('nobody waits for %s', async (_name, path, statuses, first, largest) => {
  const send = async (body: unknown) => {
    const init = typeof body === 'string' ? json(body) : (body as RequestInit | undefined)
    const response = await fetch(`${served.origin}${path()}`, init)
    return { status: response.status, text: await response.text() }
  }
  const warming = await first()
  if (warming !== null) await send(warming)
  const body = await largest()
  const longest: number[] = []
  // The least of three, since other programs lengthen what is measured; a probed host answers once in a while only.
  for (let round = 0; round < (ASKS_A_HOST.has(path) ? 1 : 3); round += 1) {
    const { answered, longestMs, weather } = await besides(send(body))
    expect(statuses, answered.text.slice(0, 300)).toContain(answered.status)
    expect(weather).toBe(402)
    longest.push(longestMs)
  }
  expect(Math.min(...longest)).toBeLessThan(LONGEST_READINGS * readingMs())
})

const megabyte = `[${'{"a":1},'.repeat(125_000)}0]`
/** Processor time of this machine, as busy as it is now, for reading one megabyte of JSON. */
const readingMs = () => Math.max(...Array.from({ length: 3 }, () => userCpuMs(() => void JSON.parse(megabyte))))

/** Processor time of the longest turn of this process until the work is done, while somebody asks for the weather. */
async function besides<T>(work: Promise<T>) {
  let [isDone, longestMs, weather] = [false, 0, 0]
  const watch = async () => {
    for (let from = process.cpuUsage(); !isDone; from = process.cpuUsage()) {
      await nextTurn()
      longestMs = Math.max(longestMs, process.cpuUsage(from).user / 1_000)
    }
  }
  const bystander = async () => {
    while (!isDone) weather = (await fetch(`${site.origin}/weather`)).status
  }
  const others = [watch(), bystander()]
  const answered = await work.finally(() => {
    isDone = true
  })
  await Promise.all(others)
  return { answered, longestMs, weather }
}
