import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signConfirmation } from '@/development/testing/sign-in-proofs'
import { testImage } from '@/development/testing/test-image'
import { createTestSales, type TestSales, UPSTREAM_SECRET } from '@/development/testing/test-sales'
import { cookieOf, createTestKey, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { article } from '@/lib/shop/testing/selling'
import { keyScopes } from '../sellers/keys/keys'
import { createSellerApi } from './create-seller-api'
import type { SellerOperation } from './operation'
import { sellerOperations } from './operations'

const world = testWorld()
// No mail leaves in these tests.
const site = await openTestSite({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@example.com' } })
let owner: TestSales
let stranger: TestSales

beforeAll(async () => {
  site.application.sellers.operatorAccounts = everySeller
  owner = await createTestSales(site, world, keyScopes)
  stranger = await createTestSales(site, world, keyScopes)
})

/** The seller is an operator too, until a test says otherwise. */
const everySeller = async () => (await site.application.database.seller.findMany()).map(({ accountId }) => accountId)

type Sent = { secret?: string | null; body?: unknown; headers?: Record<string, string> }

/** Asks the API as a program does. */
async function ask(method: string, path: string, { secret = owner.secret, body, headers = {} }: Sent = {}) {
  const answer = await site.application.sellerApi(
    new Request(`${site.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    }),
  )
  const text = await answer.text()
  const isJson = /json$/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : null }
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

/** Asks as a program whose owner's wallet signs each confirmation. */
async function askSigned(method: string, path: string, sent: Sent = {}, by = owner) {
  const refused = await ask(method, path, sent)
  if (refused.json?.code !== 'SIGNATURE_REQUIRED') return refused
  const proof = await signConfirmation(by.seller.wallet, refused.json.confirmation)
  return ask(method, path, { ...sent, headers: { ...sent.headers, 'turnpike-confirmation': proof } })
}

let places = 0
const freshPath = () => `/fresh-${(places += 1)}`
const freshRoute = async () => (await ask('POST', '/routes', { body: article(freshPath()) })).json.routeId as string

const service = (prefix: string) => ({
  title: 'A service',
  prefix,
  upstream: { url: 'http://127.0.0.1:8080', headers: { 'x-api-key': UPSTREAM_SECRET } },
  networks: priceOf('').networks,
  operations: [
    { method: 'GET', path: '/a', title: 'A', dollars: '$0.01' },
    { method: 'GET', path: '/*', title: 'The rest', access: 'free' },
  ],
})
const freshGateway = async (prefix: string): Promise<string> =>
  (await ask('POST', '/gateways', { body: service(prefix) })).json.gatewayId

/** They take nothing. */
const plain =
  'getShop listKeys listGateways listUpstreamKeys listPasses sumChannels claimNow listWebhooks getMailbox'.split(' ')

/** A sample request for each operation; a new operation without one fails the test that runs all of them. */
const samples: Record<string, () => Promise<{ params?: object; query?: string; body?: unknown }>> = {
  ...Object.fromEntries(plain.map((name) => [name, async () => ({})])),
  confirmPayTo: async () => ({
    params: { network: 'eip155:84532' },
    body: { address: owner.seller.payTo, confirmation: owner.seller.payTo },
  }),
  saveProfile: async () => ({ body: { name: 'A shop of the tests', about: 'On small fruit.' } }),
  createKey: async () => ({ body: { name: 'Another', scopes: ['routes:read'] } }),
  revokeKey: async () => {
    const { json } = await askSigned('POST', '/keys', { body: { name: 'Short', scopes: ['routes:read'] } })
    return { params: { keyId: json.keyId } }
  },
  listRoutes: async () => ({ query: '?state=live&search=text&limit=10' }),
  createRoute: async () => ({ body: article(freshPath()) }),
  previewChallenge: async () => ({ body: article(freshPath()) }),
  getRoute: async () => ({ params: owner.ids }),
  updateRoute: async () => ({ params: owner.ids, body: article('/text') }),
  getChallenge: async () => ({ params: owner.ids }),
  duplicateRoute: async () => ({ params: owner.ids, body: { path: freshPath() } }),
  saveFile: async () => {
    const { body: _body, ...file } = { ...article(freshPath()), kind: 'file' }
    const { json } = await ask('POST', '/routes', { body: file })
    return { params: { routeId: json.routeId }, query: '?name=a.txt', body: 'bytes' }
  },
  importPosts: async () => {
    const posts = [{ id: '1', title: 'Pears', slug: `pears-${randomUUID()}`, html: '<p>a</p><p>b</p>' }]
    const query = '?act=draft&dollars=0.10'
    return { query, body: new TextEncoder().encode(JSON.stringify({ data: { posts } })) }
  },
  saveImage: async () => ({ body: new Uint8Array(await testImage()) }),
  publishRoute: async () => ({ params: { routeId: await freshRoute() } }),
  pauseRoute: async () => ({ params: { routeId: await freshRoute() } }),
  archiveRoute: async () => ({ params: { routeId: await freshRoute() } }),
  delistRoute: async () => ({ params: { routeId: await freshRoute() } }),
  refreshListing: async () => {
    const body = { ...article(freshPath()), discovery: { isListed: true } }
    return { params: { routeId: (await ask('POST', '/routes', { body })).json.routeId } }
  },
  createGateway: async () => ({ body: service(freshPath()) }),
  readApiDocument: async () => ({
    body: { text: JSON.stringify({ openapi: '3.1.0', paths: { '/a': { get: { summary: 'A' } } } }) },
  }),
  getGateway: async () => ({ params: { gatewayId: await freshGateway(freshPath()) } }),
  updateGateway: async () => {
    const prefix = freshPath()
    return { params: { gatewayId: await freshGateway(prefix) }, body: service(prefix) }
  },
  removeGateway: async () => ({ params: { gatewayId: await freshGateway(freshPath()) } }),
  makeUpstreamKey: async () => ({ body: {} }),
  getListingChecks: async () => ({ params: owner.ids }),
  getSnippets: async () => ({ params: owner.ids }),
  listPayments: async () => ({ query: `?status=settled&routeId=${owner.ids.routeId}&from=2026-01-01T00:00:00Z` }),
  exportPayments: async () => ({ query: '?status=settled' }),
  getPayment: async () => ({ params: owner.ids }),
  listRefunds: async () => ({ params: owner.ids }),
  promiseRefund: async () => ({ params: owner.ids, body: { amount: '0.0001' } }),
  recordRefund: async () => ({ params: owner.ids, body: { transaction: `0x${'ab'.repeat(32)}` } }),
  cancelRefund: async () => {
    const { json } = await ask('POST', `/payments/${owner.ids.paymentId}/refunds`, { body: { amount: '0.0001' } })
    return { params: { refundId: json.refundId } }
  },
  listChannels: async () => ({ query: `?limit=10&cursor=0x${'ab'.repeat(32)}` }),
  getEarnings: async () => ({ query: '?days=7' }),
  getStatement: async () => ({ params: { month: new Date().toISOString().slice(0, 7) } }),
  issueInvoices: async () => ({ params: { month: new Date().toISOString().slice(0, 7) } }),
  listChanges: async () => ({ query: '?limit=5' }),
  createWebhook: async () => ({ body: { url: 'http://127.0.0.1:8080/second', events: ['payment.refused'] } }),
  removeWebhook: async () => {
    const body = { url: 'http://127.0.0.1:8080/third', events: ['payment.refused'] }
    return { params: { endpointId: (await ask('POST', '/webhooks', { body })).json.endpointId } }
  },
  listDeliveries: async () => ({ params: owner.ids, query: '?limit=5' }),
  removeMailbox: async () => ({}),
  setMailbox: async () => ({ body: { address: 'seller@example.com', tellsEachSale: true } }),
  resendDelivery: async () => ({ params: owner.ids }),
  listShops: async () => ({ query: '?search=shop&limit=5' }),
  getSiteShop: async () => ({ params: { handle: owner.seller.handle }, query: '?search=text' }),
  listSuspensions: async () => ({}),
  suspend: async () => ({
    body: { what: 'listing', handle: owner.seller.handle, path: '/text', reason: 'Misleading.' },
  }),
  listSiteChanges: async () => ({ query: '?limit=5' }),
}

const fill = (path: string, params: object) =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(new Map(Object.entries(params)).get(name) ?? `no sample of ${name}`),
  )

const names = Object.keys(sellerOperations)
const operationOf = (name: string): SellerOperation => {
  const found = sellerOperations[name]
  if (!found) throw new Error(`Expected an operation, got ${name}.`)
  return found
}

it('has a sample of every operation', () => {
  expect(Object.keys(samples).sort()).toEqual([...names].sort())
})

it.each(names)('for its owner %s answers in the shape that the document promises', async (name) => {
  const { method, path, answer, successStatus } = operationOf(name)
  const { params = {}, query = '', body } = (await samples[name]?.()) ?? {}
  const got = await askSigned(method, `${fill(path, params)}${query}`, { body })
  expect(got.text).not.toContain(UPSTREAM_SECRET)
  expect({ status: got.status, text: got.status < 300 ? '' : got.text }).toEqual({
    status: answer === null ? 204 : successStatus,
    text: '',
  })
  expect(got.headers.get('cache-control')).toBe('private, no-store')
  if (answer === 'csv') expect(got.text).toContain(owner.ids.paymentId)
  // Nothing more comes than the shape names.
  else if (answer !== null) expect(answer.parse(got.json)).toEqual(got.json)
})

const withIds = names.filter((name) => /\{\w+Id\}/.test(operationOf(name).path))

describe('for another seller', () => {
  it('every operation on something finds nothing', async () => {
    const bodies: Record<string, unknown> = {
      updateRoute: article('/text'),
      updateGateway: service('/other'),
      duplicateRoute: { path: '/copy' },
      promiseRefund: { amount: '0.0001' },
      recordRefund: { transaction: `0x${'ab'.repeat(32)}` },
    }
    for (const name of withIds) {
      const { method, path, query: takesQuery, body: takesBody } = operationOf(name)
      const query = takesQuery && name === 'saveFile' ? '?name=a.txt' : ''
      const body = takesBody === null ? undefined : (bodies[name] ?? 'bytes')
      for (const ids of [owner.ids, nobodys, typed]) {
        const got = await ask(method, `${fill(path, ids)}${query}`, { secret: stranger.secret, body })
        expect(got.status, `${method} ${fill(path, ids)}: ${got.text}`).toBe(404)
        expect(got.json.code).toMatch(/not_found$/i)
      }
    }
  })

  it('finds no route of theirs in a filter', async () => {
    const got = await ask('GET', `/payments?routeId=${owner.ids.routeId}`, { secret: stranger.secret })
    expect(got.status).toBe(404)
  })

  it('is in no answer about their own shop', async () => {
    const own = names.filter((name) => {
      const { method, path, scope } = operationOf(name)
      return method === 'GET' && !path.includes('{') && !scope.startsWith('site:')
    })
    expect(own.length).toBeGreaterThan(10)
    for (const name of own) {
      const { text } = await ask('GET', operationOf(name).path, { secret: stranger.secret })
      for (const id of [...Object.values(owner.ids), owner.seller.handle]) expect(text, name).not.toContain(id)
    }
  })

  it('left everything as it was', async () => {
    expect((await ask('GET', `/routes/${owner.ids.routeId}`)).json).toMatchObject({ state: 'live', title: 'A text' })
    expect((await ask('GET', '/keys')).json.keys[0]).toMatchObject({ keyId: owner.ids.keyId })
    expect((await ask('GET', `/webhooks/${owner.ids.endpointId}/deliveries`)).json.deliveries).toHaveLength(1)
  })
})

const idNames = 'routeId paymentId endpointId deliveryId keyId refundId gatewayId'.split(' ')
const nobodys = Object.fromEntries(idNames.map((name) => [name, '00000000-0000-4000-8000-000000000000']))
const typed = Object.fromEntries(idNames.map((name) => [name, "' OR 1=1 --\0"]))

/** Ids of the owner's rows, and ids of no row where the tests keep none. */
const anyIds = () => ({ ...nobodys, ...owner.ids })

describe('a caller', () => {
  it('needs a key in force for every operation', async () => {
    const cookie = cookieOf(site, owner.seller)
    for (const name of names) {
      const { method, path } = operationOf(name)
      for (const sent of [
        { secret: null },
        { secret: null, headers: { cookie } },
        { secret: `tps_${'A'.repeat(43)}` },
      ]) {
        const got = await ask(method, fill(path, anyIds()), sent)
        expect(got.status, name).toBe(401)
        expect(got.headers.get('www-authenticate')).toBe('Bearer')
      }
    }
  })

  it('needs the scope of each operation', async () => {
    const scopes = new Set(names.map((name) => operationOf(name).scope))
    for (const scope of scopes) {
      const secret = await keyWith([...scopes].filter((each) => each !== scope))
      for (const name of names.filter((each) => operationOf(each).scope === scope)) {
        const { method, path } = operationOf(name)
        const got = await ask(method, fill(path, anyIds()), { secret })
        const refusal = { code: 'SCOPE_MISSING', detail: expect.stringContaining(scope) }
        expect(got, name).toMatchObject({ status: 403, json: refusal })
      }
    }
  })

  it('does nothing for the site when its owner does not run it', async () => {
    site.application.sellers.operatorAccounts = async () => [stranger.seller.actor.accountId]
    for (const name of names.filter((each) => operationOf(each).scope.startsWith('site:'))) {
      const { method, path } = operationOf(name)
      const { params = {}, query = '', body } = (await samples[name]?.()) ?? {}
      const got = await ask(method, `${fill(path, params)}${query}`, { body })
      expect(got, name).toMatchObject({ status: 403, json: { code: 'OPERATOR_REQUIRED' } })
    }
    const key = await ask('POST', '/keys', { body: { name: 'For the site', scopes: ['site:write'] } })
    expect(key.json.code).toBe('OPERATOR_REQUIRED')
    site.application.sellers.operatorAccounts = everySeller
  })

  it('makes no key that may do more than its own', async () => {
    // However many the tests above have made, there is room for these.
    await testDatabaseKeys().deleteMany({ where: { name: 'A key' } })
    const secret = await keyWith(['keys:write', 'routes:read'])
    const wider = await ask('POST', '/keys', {
      secret,
      body: { name: 'Wider', scopes: ['routes:read', 'payees:write'] },
    })
    expect(wider).toMatchObject({ status: 403, json: { code: 'SCOPE_MISSING' } })
    const equal = await askSigned(
      'POST',
      '/keys',
      { secret, body: { name: 'Equal', scopes: ['routes:read'] } },
      stranger,
    )
    expect(equal.status).toBe(201)
  })

  it('is out as soon as the key is revoked, and the key says when it was used', async () => {
    const { json } = await askSigned('POST', '/keys', { body: { name: 'Brief', scopes: ['shop:read'] } })
    expect((await ask('GET', '/shop', { secret: json.secret })).status).toBe(200)
    const { keys } = (await ask('GET', '/keys')).json
    expect(keys.find(({ keyId }: { keyId: string }) => keyId === json.keyId).lastUsedAt).not.toBeNull()
    expect((await ask('DELETE', `/keys/${json.keyId}`)).status).toBe(204)
    expect((await ask('GET', '/shop', { secret: json.secret })).status).toBe(401)
    expect(JSON.stringify(keys)).not.toContain(json.secret)
  })

  it('is told to wait above the limit of its key, and no other caller is', async () => {
    const { sellers, sellerApiPorts: ports, log } = site.application
    const api = createSellerApi({ sellers, ports, log, requestsPerSecond: 0.3 })
    const get = (secret: string) =>
      api(new Request(`${site.origin}/api/v1/webhooks`, { headers: { authorization: `Bearer ${secret}` } }))
    const [hasty, calm] = [await keyWith(['webhooks:read']), await keyWith(['webhooks:read'])]
    const answers: Response[] = []
    // More than two windows hold, wherever the window begins.
    for (let count = 0; count < 8; count += 1) answers.push(await get(hasty))
    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await get(calm)).status).toBe(200)
  })
})

const keyWith = async (scopes: string[]) => {
  const make = () => createTestKey(site, stranger.seller, { name: 'A key', scopes })
  // The number of a shop's keys is limited; the tests make more.
  const makeRoom = () => testDatabaseKeys().deleteMany({ where: { name: 'A key' } })
  return (await make().catch(() => makeRoom().then(make))).secret
}
const testDatabaseKeys = () => site.application.database.sellerKey

it.each<[string, string, string, Sent, number, string]>([
  ['to nowhere', 'GET', '/nothing', {}, 404, 'not_found'],
  ['with a broken path', 'GET', '/routes/%zz', {}, 404, 'not_found'],
  ['with another method', 'PATCH', '/routes', {}, 405, 'method_not_allowed'],
  [
    'with a form',
    'POST',
    '/routes',
    { body: 'a=1', headers: { 'content-type': 'text/plain' } },
    415,
    'MEDIA_TYPE_UNKNOWN',
  ],
  ['with no body', 'POST', '/routes', { headers: { 'content-type': 'application/json' } }, 400, 'BODY_NOT_JSON'],
  ['with half of JSON', 'POST', '/routes', { body: '{"kind":' }, 400, 'BODY_NOT_JSON'],
  ['with too much', 'POST', '/routes', { body: JSON.stringify('x'.repeat(3_000_000)) }, 413, 'BODY_TOO_LARGE'],
  ['with nothing said', 'POST', '/routes', { body: {} }, 422, 'INPUT_REFUSED'],
  ['with null', 'POST', '/routes', { body: null }, 422, 'INPUT_REFUSED'],
  ['with NUL', 'POST', '/routes', { body: { ...article('/nul'), title: 'a\0b' } }, 400, 'BODY_NOT_JSON'],
  ['nested deep', 'POST', '/routes', { body: `${'['.repeat(9_999)}${']'.repeat(9_999)}` }, 400, 'BODY_NOT_JSON'],
  ['with an unknown filter', 'GET', '/payments?who=me', {}, 422, 'INPUT_REFUSED'],
  ['with a filter twice', 'GET', '/payments?limit=1&limit=2', {}, 422, 'INPUT_REFUSED'],
  ['with a filter where none is', 'GET', '/shop?x=1', {}, 422, 'INPUT_REFUSED'],
  ['with no date', 'GET', '/payments?from=yesterday', {}, 422, 'INPUT_REFUSED'],
  ['from the year 0', 'GET', '/payments?from=0000-06-01T00:00:00Z', {}, 422, 'INPUT_REFUSED'],
  ['until the year 0', 'GET', '/payments.csv?until=0000-06-01T00:00:00Z', {}, 422, 'INPUT_REFUSED'],
  ['with a cursor of its own', 'GET', `/payments?cursor=1.${'-'.repeat(36)}`, {}, 422, 'INPUT_REFUSED'],
  ['with NUL in a search', 'GET', '/payments?search=%00', {}, 422, 'INPUT_REFUSED'],
  ['with NUL in a search of routes', 'GET', '/routes?search=%00', {}, 422, 'INPUT_REFUSED'],
  ['for years', 'GET', '/earnings?days=4000', {}, 422, 'INPUT_REFUSED'],
  [
    'to a network that is none',
    'PUT',
    '/shop/payees/eip155:1',
    { body: { address: '0x1', confirmation: '0x1' } },
    422,
    'INPUT_REFUSED',
  ],
])('a request %s is refused', async (_words, method, path, sent, status, code) => {
  const got = await ask(method, path, sent)
  expect(got).toMatchObject({ status, json: { status, code, title: expect.any(String), detail: expect.any(String) } })
  expect(got.headers.get('content-type')).toBe('application/problem+json')
  if (status === 405) expect(got.headers.get('allow')).toBe('GET, POST')
})

describe('a retry', () => {
  const withKey = (key: string): Record<string, string> => ({ 'idempotency-key': key })

  it('with the same key does nothing again, and gets the same answer with its secret', async () => {
    const sent = { body: { name: 'Once', scopes: ['routes:read'] }, headers: withKey('one') }
    const asked = await ask('POST', '/keys', sent)
    sent.headers['turnpike-confirmation'] = await signConfirmation(owner.seller.wallet, asked.json.confirmation)
    const all = await Promise.all([ask('POST', '/keys', sent), ask('POST', '/keys', sent), ask('POST', '/keys', sent)])
    expect(all.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    for (const { status, json } of all) if (status !== 201) expect(json.code).toBe('IDEMPOTENCY_KEY_IN_USE')
    const again = await ask('POST', '/keys', sent)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.json).toEqual(all.find(({ status }) => status === 201)?.json)
    const { json } = await ask('GET', '/keys')
    expect(json.keys.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
    const stored = await site.application.database.sellerReplay.findFirst({ where: { idempotencyKey: 'one' } })
    expect(Buffer.from(stored?.sealedBody ?? []).toString('latin1')).not.toContain(again.json.secret)
  })

  it('of another request under the same key is refused', async () => {
    await ask('POST', '/routes', { body: article(freshPath()), headers: withKey('two') })
    const { status, json } = await ask('POST', '/routes', { body: article(freshPath()), headers: withKey('two') })
    expect([status, json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  it('of another shop has nothing to do with it', async () => {
    const sent = { body: { name: 'Own', scopes: ['routes:read'] }, headers: withKey('one') }
    expect((await askSigned('POST', '/keys', { ...sent, secret: stranger.secret }, stranger)).status).toBe(201)
  })

  it('after a refusal is a first try', async () => {
    const headers = withKey('three')
    expect((await ask('POST', '/routes', { body: article('/text'), headers })).status).toBe(409)
    expect((await ask('POST', '/routes', { body: article(freshPath()), headers })).status).toBe(201)
  })
})

it('walks through pages without a gap or a repeat', async () => {
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json } = await ask('GET', `/routes?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...json.routes.map(({ routeId }: { routeId: string }) => routeId))
    cursor = json.nextCursor
  }
  const { routes } = (await ask('GET', '/routes?limit=200')).json
  expect(seen).toEqual(routes.map(({ routeId }: { routeId: string }) => routeId))
  expect(seen.length).toBeGreaterThan(6)
})
