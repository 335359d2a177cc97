import { notFound } from 'next/navigation'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestImage } from '@/development/testing/test-image'
import { createTestSales, type TestSales, UPSTREAM_SECRET } from '@/development/testing/test-sales'
import { priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { setRunning } from '@/lib/site/compose/running'
import { sellerActions } from './seller-actions'
import * as sellerReads from './seller-reads'

/** Stands in for the framework's current request. */
const request = vi.hoisted(() => {
  // Another file of this worker may have loaded modules that use the framework itself.
  vi.resetModules()
  return { headers: new Headers() }
})
vi.mock('next/headers', () => ({ headers: async () => request.headers, cookies: async () => new Map() }))

const world = testWorld()
const site = await openTestSite()
type Seller = TestSales & { ids: Ids }
let owner: Seller
let stranger: Seller

beforeAll(async () => {
  setRunning({ site: site.application })
  owner = await createSeller()
  stranger = await createSeller()
})

/** A seller with sales, and a gateway too. */
async function createSeller(): Promise<Seller> {
  const sales = await createTestSales(site, world)
  const { gatewayId } = await saveGateway(site.application.sellers, sales.seller.actor, null, gateway)
  const { imageId } = await createTestImage(site, sales.seller)
  return { ...sales, ids: { ...sales.ids, gatewayId, imageId } }
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

const article = {
  kind: 'article',
  title: 'A text',
  method: 'GET',
  path: '/text',
  price: priceOf('$0.01'),
  body: 'Text.',
}
const upload = () => ({ name: 'a.txt', mediaType: 'text/plain', body: new Blob(['forged']).stream() })

const gateway = {
  title: 'A service',
  prefix: '/service',
  upstream: { url: 'http://127.0.0.1:8080/service', headers: { 'X-Api-Key': UPSTREAM_SECRET } },
  networks: ['eip155:84532'],
  operations: [{ method: 'GET', path: '/things', title: 'Things', dollars: '$0.01' }],
}
const document = { text: JSON.stringify({ openapi: '3.1.0', info: { title: 'A service' }, paths: {} }) }

type Ids = TestSales['ids'] & Record<'gatewayId' | 'imageId', string>
type Work = Readonly<Record<string, (ids: Ids) => Promise<unknown>>>

/** Actions on something that has an id. A new one without a line here fails the test below. */
const actionsById: Work = {
  updateRoute: ({ routeId }) => sellerActions.updateRoute(routeId, article),
  duplicateRoute: ({ routeId }) => sellerActions.duplicateRoute(routeId, '/copy'),
  publishRoute: ({ routeId }) => sellerActions.publishRoute(routeId),
  pauseRoute: ({ routeId }) => sellerActions.pauseRoute(routeId),
  archiveRoute: ({ routeId }) => sellerActions.archiveRoute(routeId),
  delistRoute: ({ routeId }) => sellerActions.delistRoute(routeId),
  refreshListing: ({ routeId }) => sellerActions.refreshListing(routeId),
  saveFile: ({ routeId }) => sellerActions.saveFile(routeId, upload()),
  promiseRefund: ({ paymentId }) => sellerActions.promiseRefund(paymentId, { amount: '0.0001' }),
  recordRefund: ({ refundId }) => sellerActions.recordRefund(refundId, { transaction: `0x${'ab'.repeat(32)}` }),
  cancelRefund: ({ refundId }) => sellerActions.cancelRefund(refundId),
  revokeKey: ({ keyId }) => sellerActions.revokeKey(keyId),
  removeEndpoint: ({ endpointId }) => sellerActions.removeEndpoint(endpointId),
  saveGateway: ({ gatewayId }) => sellerActions.saveGateway(gatewayId, gateway),
  removeGateway: ({ gatewayId }) => sellerActions.removeGateway(gatewayId),
  readApiDocument: ({ gatewayId }) => sellerActions.readApiDocument({ ...document, gatewayId }),
  resendDelivery: ({ deliveryId }) => sellerActions.resendDelivery(deliveryId),
}

/** Actions without an id: they act on the signed-in account's shop. */
const ownActions: Work = {
  createSeller: () => sellerActions.createSeller({ handle: 'another', name: 'Another' }),
  closeShop: () => sellerActions.closeShop({ handle: owner.seller.handle }),
  saveProfile: () => sellerActions.saveProfile({ name: 'Forged' }),
  confirmPayTo: () => sellerActions.confirmPayTo({ network: 'eip155:84532', address: '0x', confirmation: '0x' }, null),
  createRoute: () => sellerActions.createRoute({ ...article, path: '/forged' }),
  saveImage: () => sellerActions.saveImage({ body: new Blob(['forged']).stream() }),
  claimNow: () => sellerActions.claimNow(),
  makeUpstreamKey: () => sellerActions.makeUpstreamKey({}),
  createKey: () => sellerActions.createKey({ name: 'Forged', scopes: ['routes:read'] }, null),
  setMailbox: () => sellerActions.setMailbox({ address: 'forged@example.com' }),
  removeMailbox: () => sellerActions.removeMailbox(),
  createEndpoint: () => sellerActions.createEndpoint({ url: 'http://127.0.0.1:1', events: ['payment.settled'] }),
}

/** Answers 404 for null, like pages. */
const storedRoute = async (routeId: string) => (await sellerReads.readRoute(routeId)) ?? notFound()

const readsById: Work = {
  readRoute: ({ routeId }) => storedRoute(routeId),
  readChallenge: ({ routeId }) => sellerReads.readChallenge(routeId),
  // Figures are of passes only: none for other goods.
  readPassFigures: async ({ routeId }) => {
    await storedRoute(routeId)
    return sellerReads.readPassFigures(routeId)
  },
  readSnippets: async ({ routeId }) => sellerReads.readSnippets(await storedRoute(routeId)),
  readPayment: async ({ paymentId }) => (await sellerReads.readPayment(paymentId)) ?? notFound(),
  readPaymentRefunds: ({ paymentId }) => sellerReads.readPaymentRefunds(paymentId),
  readDeliveries: ({ endpointId }) => sellerReads.readDeliveries({ endpointId }),
  readImage: ({ imageId }) => sellerReads.readImage(imageId),
  readGateway: async ({ gatewayId }) => (await sellerReads.readGateway(gatewayId)) ?? notFound(),
  readPayments: ({ routeId }) => sellerReads.readPayments({ routeId }),
  readPaymentsExport: ({ routeId }) => sellerReads.readPaymentsExport({ routeId }),
}

const ownReads: Work = {
  readRoutes: () => sellerReads.readRoutes({}),
  readChannels: () => sellerReads.readChannels({}),
  readChannelSums: () => sellerReads.readChannelSums(),
  readEarnings: () => sellerReads.readEarnings({ days: 30 }),
  readScopes: async () => sellerReads.readScopes('pass'),
  readStatement: () => sellerReads.readStatement({ month: new Date().toISOString().slice(0, 7) }),
  readConcerns: () => sellerReads.readConcerns(),
  readEndpoints: () => sellerReads.readEndpoints(),
  readMailbox: () => sellerReads.readMailbox(),
  readKeys: () => sellerReads.readKeys(),
  readRouteNames: async () =>
    // Also where someone knows the keys of another shop's routes.
    [...(await sellerReads.readRouteNames([{ routeKey: `GET /x/${owner.seller.handle}/text` }]))],
  readGateways: () => sellerReads.readGateways(),
  readUpstreamKeys: () => sellerReads.readUpstreamKeys(),
}

it('knows every action and every read of the pages', () => {
  const known = Object.keys({ ...actionsById, ...ownActions, ...readsById, ...ownReads })
  const there = [sellerActions, sellerReads].flatMap((table) => Object.keys(table))
  expect(known.sort()).toEqual(there.sort())
})

const nobodys = Object.fromEntries(
  ['routeId', 'paymentId', 'endpointId', 'deliveryId', 'keyId', 'refundId', 'gatewayId', 'imageId'].map((name) => [
    name,
    '00000000-0000-4000-8000-000000000000',
  ]),
) as Ids

describe('another seller', () => {
  it.each(Object.keys(actionsById))('cannot %s', async (name) => {
    arrive(stranger)
    for (const ids of [owner.ids, nobodys]) {
      expect(await actionsById[name]?.(ids)).toMatchObject({ ok: false, code: expect.stringMatching(/_NOT_FOUND$/) })
    }
  })

  it.each(Object.keys(readsById))('finds no page with %s', async (name) => {
    arrive(stranger)
    for (const ids of [owner.ids, nobodys]) await expect(readsById[name]?.(ids)).rejects.toMatchObject(notFoundPage)
    arrive(owner)
    await readsById[name]?.(owner.ids)
  })

  it.each(Object.keys(ownReads))('sees nothing of it in %s', async (name) => {
    arrive(stranger)
    const seen = toText(await ownReads[name]?.(stranger.ids))
    for (const id of [...Object.values(owner.ids), owner.seller.handle]) expect(seen).not.toContain(id)
  })
})

/** The error that the framework answers with 404. */
const notFoundPage = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const toText = (value: unknown) =>
  JSON.stringify(value, (_name, part) => (typeof part === 'bigint' ? String(part) : part))

describe('an action', () => {
  const actions = { ...actionsById, ...ownActions }

  it.each(Object.keys(actions))('%s is refused when a page elsewhere asks for it', async (name) => {
    for (const elsewhere of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${site.origin}.evil.example` },
      { 'sec-fetch-site': 'cross-site', origin: site.origin },
      { 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      arrive(owner, elsewhere as Record<string, string>)
      expect(await actions[name]?.(owner.ids)).toMatchObject({ ok: false, code: 'FOREIGN_ORIGIN' })
    }
  })

  it.each(Object.keys(actions))('%s is refused without a session', async (name) => {
    arrive(null)
    expect(await actions[name]?.(owner.ids)).toMatchObject({ ok: false, code: 'SIGN_IN_REQUIRED' })
  })

  it('of any of these kinds has changed nothing', async () => {
    arrive(owner)
    expect(await sellerReads.readRoute(owner.ids.routeId)).toMatchObject({ state: 'live', title: 'A text' })
    expect(await sellerReads.readKeys()).toMatchObject([{ keyId: owner.ids.keyId }])
    expect(await sellerReads.readEndpoints()).toMatchObject([{ endpointId: owner.ids.endpointId }])
    expect((await sellerReads.readRoutes({})).routes).toHaveLength(3)
  })
})

it('keeps the secrets of upstreams and keys to itself, in every read of their owner', async () => {
  arrive(owner)
  const all = await Promise.all(Object.values({ ...readsById, ...ownReads }).map((read) => read(owner.ids)))
  const { routes } = await sellerReads.readRoutes({})
  const each = await Promise.all(routes.map(({ routeId }) => sellerReads.readRoute(routeId)))
  const text = toText([all, each])
  expect(text).toContain('X-Api-Key')
  expect(text).not.toContain(UPSTREAM_SECRET)
  expect(text).not.toContain(owner.secret)
})
