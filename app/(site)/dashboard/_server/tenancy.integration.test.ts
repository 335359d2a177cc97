import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestImage } from '@/development/testing/test-image'
import { createTestSales, type TestSales, UPSTREAM_SECRET } from '@/development/testing/test-sales'
import { testWorld } from '@/development/testing/test-world'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { type OperationName, type ParametersOf, sellerOperations } from '@/lib/shop/api/operations'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { setRunning } from '@/lib/site/compose/running'
import {
  act,
  closeOwnShop,
  find,
  openShop,
  read,
  readConcerns,
  readImage,
  readRouteNames,
  readScopes,
} from './dashboard'

/** Stands in for the framework's current request. */
const request = vi.hoisted(() => {
  // Another file of this worker may have loaded modules that use the framework itself.
  vi.resetModules()
  return { headers: new Headers() }
})
vi.mock('next/headers', () => ({ headers: async () => request.headers, cookies: async () => new Map() }))

const world = testWorld()
const site = await openTestSite()
type Seller = TestSales & { ids: Record<string, string> }
let owner: Seller
let stranger: Seller

beforeAll(async () => {
  setRunning({ site: site.application })
  owner = await createOwner()
  stranger = await createOwner()
})

/** A seller with sales, and a gateway too. */
async function createOwner(): Promise<Seller> {
  const sales = await createTestSales(site, world)
  const { gatewayId } = await saveGateway(site.application.sellers, sales.seller.actor, null, gateway)
  const { imageId } = await createTestImage(site, sales.seller)
  const month = new Date().toISOString().slice(0, 7)
  return { ...sales, ids: { ...sales.ids, gatewayId, imageId, month, network: 'eip155:84532' } }
}

afterAll(async () => {
  setRunning({})
  vi.doUnmock('next/headers')
  vi.resetModules()
})

/** The caller and its origin; null for a browser without a session. */
function arrive(
  as: { seller: { sessionToken: string } } | null,
  more: Record<string, string> = { origin: site.origin },
): void {
  const cookie = as ? { cookie: `${sessionCookieName(site.origin)}=${as.seller.sessionToken}` } : {}
  request.headers = new Headers({ ...cookie, ...more } as Record<string, string>)
}

const gateway = {
  title: 'A service',
  prefix: '/service',
  upstream: { url: 'http://127.0.0.1:8080/service', headers: { 'X-Api-Key': UPSTREAM_SECRET } },
  networks: ['eip155:84532'],
  operations: [{ method: 'GET', path: '/things', title: 'Things', dollars: '$0.01' }],
}

// The API's tests try each operation on what is another shop's.
const names = Object.keys(sellerOperations) as OperationName[]
const isSite = (name: OperationName) => sellerOperations[name]?.scope.startsWith('site:')
const isRead = (name: OperationName) => sellerOperations[name]?.method === 'GET' && !isSite(name)
const fill = (name: OperationName, ids: Record<string, string>) =>
  Object.fromEntries(
    [...(sellerOperations[name]?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, id = '']) => [id, ids[id] ?? id]),
  ) as ParametersOf<OperationName>
const withId = (name: OperationName) => /\{\w+Id\}/.test(sellerOperations[name]?.path ?? '')

/** The verbs that only pages have. */
const ownReads: (() => Promise<unknown>)[] = [
  readConcerns,
  () => readScopes('pass'),
  // Also where someone knows the keys of another shop's routes.
  async () => [...(await readRouteNames([{ routeKey: `GET /x/${owner.seller.handle}/text` }]))],
]
const ownActions: Record<string, () => Promise<unknown>> = {
  openShop: () => openShop({ handle: 'another', name: 'A' }),
  closeOwnShop: () => closeOwnShop({ handle: owner.seller.handle }),
}

describe('another seller', () => {
  it.each(names.filter((name) => isRead(name) && withId(name)))('finds no page with %s', async (name) => {
    arrive(stranger)
    for (const id of [fill(name, owner.ids), fill(name, {})]) {
      expect(await find(name, id)).toBeNull()
      await expect(read(name, id)).rejects.toMatchObject(notFoundPage)
    }
    arrive(owner)
    expect(await find(name, fill(name, owner.ids))).not.toBeNull()
  })

  it('sees nothing of it in its own pages', async () => {
    arrive(stranger)
    const reads = names.filter((name) => isRead(name) && !withId(name))
    const seen = await Promise.all([
      ...reads.map((name) => read(name, fill(name, stranger.ids))),
      ...ownReads.map((own) => own()),
    ])
    for (const id of [...Object.values(owner.ids).filter((each) => each.length > 20), owner.seller.handle])
      expect(toText(seen)).not.toContain(id)
    const { imageId = '' } = owner.ids
    await expect(readImage(imageId)).rejects.toMatchObject(notFoundPage)
    arrive(owner)
    expect((await readImage(imageId)).length).toBeGreaterThan(0)
  })
})

/** The error that the framework answers with 404. */
const notFoundPage = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const toText = (value: unknown) =>
  JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? String(part) : part))

describe('an action', () => {
  const actions: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(names.map((name) => [name, () => act(name, fill(name, owner.ids), { body: {} })])),
    ...ownActions,
  }

  it.each(Object.keys(actions))(
    '%s is refused when a page elsewhere asks for it, and without a session',
    async (name) => {
      for (const elsewhere of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${site.origin}.evil.example` },
        { 'sec-fetch-site': 'cross-site', origin: site.origin },
        { 'sec-fetch-site': 'same-site' },
        {},
      ]) {
        arrive(owner, elsewhere as Record<string, string>)
        expect(await actions[name]?.()).toMatchObject({ ok: false, code: 'FOREIGN_ORIGIN' })
      }
      arrive(null)
      expect(await actions[name]?.()).toMatchObject({ ok: false, code: 'SIGN_IN_REQUIRED' })
    },
  )

  it('of any of these kinds has changed nothing', async () => {
    arrive(owner)
    const { routeId, keyId, endpointId } = owner.ids
    expect(await find('getRoute', { routeId: routeId ?? '' })).toMatchObject({ state: 'live', title: 'A text' })
    expect(await read('listKeys')).toMatchObject({ keys: [{ keyId }] })
    expect(await read('listWebhooks')).toMatchObject({ webhooks: [{ endpointId }] })
    expect((await read('listRoutes')).routes).toHaveLength(3)
  })
})
