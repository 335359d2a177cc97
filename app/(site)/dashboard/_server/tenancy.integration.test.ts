import { notFound } from 'next/navigation'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { confirmed } from '@/development/testing/confirmed'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestImage } from '@/development/testing/test-image'
import { createTestMember, createTestProposal, type TestMember } from '@/development/testing/test-member'
import { createTestSales, type TestSales, UPSTREAM_SECRET } from '@/development/testing/test-sales'
import { priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { findSeller } from '@/lib/shop/sellers/find-seller'
import { saveGateway } from '@/lib/shop/sellers/gateways/save-gateway'
import { changeMember } from '@/lib/shop/sellers/members/change-member'
import { inviteMember } from '@/lib/shop/sellers/members/invite-member'
import { setRunning } from '@/lib/site/compose/running'
import { sendInShop } from '../_actions/in-shown-shop'
import * as routeReview from './route-review'
import { sellerActions } from './seller-actions'
import * as sellerReads from './seller-reads'

/** Stands in for the framework's current request. */
const request = vi.hoisted(() => {
  // Another file of this worker may have loaded modules that use the framework itself.
  vi.resetModules()
  // Without it, the framework refuses to answer 403.
  vi.stubEnv('__NEXT_EXPERIMENTAL_AUTH_INTERRUPTS', 'true')
  return { headers: new Headers(), shop: '' }
})
vi.mock('next/headers', () => ({
  headers: async () => request.headers,
  cookies: async () => ({ get: () => (request.shop === '' ? undefined : { value: request.shop }) }),
}))

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
  const { memberId } = await createTestMember(site, sales.seller, 'accountant')
  const invited = { wallet: sales.seller.payTo, role: 'editor' }
  const { invitationId } = await confirmed(sales.seller.wallet, (proof) =>
    inviteMember(site.application.sellers, sales.seller.actor, invited, proof),
  )
  const { proposalId } = await createTestProposal(site, sales.seller)
  return { ...sales, ids: { ...sales.ids, gatewayId, imageId, memberId, invitationId, proposalId } }
}

afterAll(async () => {
  setRunning({})
  vi.doUnmock('next/headers')
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The caller and its origin; null for a browser without a session. */
function arrive(
  as: { seller: { sessionToken: string } } | null,
  more: Record<string, string> = { origin: site.origin },
  shop = '',
): void {
  request.shop = shop
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

type Ids = TestSales['ids'] & Record<'gatewayId' | 'imageId' | 'memberId' | 'invitationId' | 'proposalId', string>
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
  askAudition: ({ routeId }) => sellerActions.askAudition(routeId),
  saveFile: ({ routeId }) => sellerActions.saveFile(routeId, upload()),
  fixOwnListing: ({ routeId }) => routeReview.fixOwnListing(routeId, 'service_name'),
  promiseRefund: ({ paymentId }) => sellerActions.promiseRefund(paymentId, { amount: '0.0001' }),
  recordRefund: ({ refundId }) => sellerActions.recordRefund(refundId, { transaction: `0x${'ab'.repeat(32)}` }),
  cancelRefund: ({ refundId }) => sellerActions.cancelRefund(refundId),
  revokeKey: ({ keyId }) => sellerActions.revokeKey(keyId),
  removeEndpoint: ({ endpointId }) => sellerActions.removeEndpoint(endpointId),
  saveGateway: ({ gatewayId }) => sellerActions.saveGateway(gatewayId, gateway),
  removeGateway: ({ gatewayId }) => sellerActions.removeGateway(gatewayId),
  readApiDocument: ({ gatewayId }) => sellerActions.readApiDocument({ ...document, gatewayId }),
  resendDelivery: ({ deliveryId }) => sellerActions.resendDelivery(deliveryId),
  changeMember: ({ memberId }) => sellerActions.changeMember({ memberId, role: null }),
  approveProposal: ({ proposalId }) => sellerActions.approveProposal(proposalId),
  cancelProposal: ({ proposalId }) => sellerActions.cancelProposal(proposalId),
  withdrawMember: ({ invitationId }) => sellerActions.withdrawMember(invitationId),
  answerInvitation: ({ invitationId }) => sellerActions.answerInvitation({ invitationId, isAccepted: true }),
}

/** Actions without an id: they act on the signed-in account's shop. */
const ownActions: Work = {
  createSeller: () => sellerActions.createSeller({ handle: 'another', name: 'Another' }),
  closeShop: () => sellerActions.closeShop({ handle: owner.seller.handle }),
  saveProfile: () => sellerActions.saveProfile({ name: 'Forged' }),
  confirmPayTo: () => sellerActions.confirmPayTo({ network: 'eip155:84532', address: '0x', confirmation: '0x' }, null),
  createRoute: () => sellerActions.createRoute({ ...article, path: '/forged' }),
  previewChallenge: () => sellerActions.previewChallenge(article),
  reviewOwnRoute: () => routeReview.reviewOwnRoute(article, owner.ids.routeId),
  saveImage: () => sellerActions.saveImage({ body: new Blob(['forged']).stream() }),
  claimNow: () => sellerActions.claimNow(),
  makeUpstreamKey: () => sellerActions.makeUpstreamKey({}),
  createKey: () => sellerActions.createKey({ name: 'Forged', scopes: ['routes:read'] }, null),
  setMailbox: () => sellerActions.setMailbox({ address: 'forged@example.com' }),
  removeMailbox: () => sellerActions.removeMailbox(),
  createEndpoint: () => sellerActions.createEndpoint({ url: 'http://127.0.0.1:1', events: ['payment.settled'] }),
  inviteMember: () => sellerActions.inviteMember({ wallet: `0x${'12'.repeat(20)}`, role: 'owner' }),
  leaveShop: () => sellerActions.leaveShop(),
  setTwoPerson: () => sellerActions.setTwoPerson(true),
}

/** Answers 404 for null, like pages. */
const storedRoute = async (routeId: string) => (await sellerReads.readRoute(routeId)) ?? notFound()

const readsById: Work = {
  readRoute: ({ routeId }) => storedRoute(routeId),
  readChallenge: ({ routeId }) => sellerReads.readChallenge(routeId),
  readAuditions: ({ routeId }) => sellerReads.readAuditions(routeId),
  // Figures are of passes only: none for other goods.
  readPassFigures: async ({ routeId }) => {
    await storedRoute(routeId)
    return sellerReads.readPassFigures(routeId)
  },
  readSnippets: async ({ routeId }) => sellerReads.readSnippets(await storedRoute(routeId)),
  readListingChecks: async ({ routeId }) => {
    const route = await storedRoute(routeId)
    const challenge = await sellerReads.readChallenge(route.routeId)
    return challenge && routeReview.readListingChecks(route, challenge)
  },
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
  readWays: () => sellerReads.readWays({ days: 30 }),
  readScopes: async () => sellerReads.readScopes('pass'),
  readStatement: () => sellerReads.readStatement({ month: new Date().toISOString().slice(0, 7) }),
  readToday: () => sellerReads.readToday(),
  readConcerns: () => sellerReads.readConcerns(),
  readEndpoints: () => sellerReads.readEndpoints(),
  readMailbox: () => sellerReads.readMailbox(),
  readChanges: () => sellerReads.readChanges({}),
  readQuotas: () => sellerReads.readQuotas(),
  readKeys: () => sellerReads.readKeys(),
  readProposals: () => sellerReads.readProposals(),
  readMembers: () => sellerReads.readMembers(),
  readRouteNames: async () =>
    // Also where someone knows the keys of another shop's routes.
    [...(await sellerReads.readRouteNames([{ routeKey: `GET /x/${owner.seller.handle}/text` }]))],
  readGateways: () => sellerReads.readGateways(),
  readUpstreamKeys: () => sellerReads.readUpstreamKeys(),
}

it('knows every action and every read of the pages', () => {
  const known = Object.keys({ ...actionsById, ...ownActions, ...readsById, ...ownReads })
  const there = [sellerActions, routeReview, sellerReads].flatMap((table) => Object.keys(table))
  expect(known.sort()).toEqual(there.sort())
})

const nobodys = Object.fromEntries(
  [
    'routeId',
    'paymentId',
    'endpointId',
    'deliveryId',
    'keyId',
    'refundId',
    'gatewayId',
    'imageId',
    'memberId',
    'invitationId',
    'proposalId',
  ].map((name) => [name, '00000000-0000-4000-8000-000000000000']),
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

/** The acts of each role on pages. A new action or read without a line here fails the test below. */
const may = {
  editor: [
    'updateRoute duplicateRoute publishRoute pauseRoute archiveRoute delistRoute refreshListing askAudition saveFile',
    'fixOwnListing readAuditions readPassFigures readScopes',
    'createRoute previewChallenge reviewOwnRoute saveImage saveGateway removeGateway readApiDocument makeUpstreamKey',
    'saveProfile createKey revokeKey createSeller leaveShop answerInvitation',
    'readRoute readChallenge readSnippets readListingChecks readImage readGateway readRoutes readGateways',
    'readUpstreamKeys readQuotas readKeys readMembers readProposals',
  ],
  accountant: [
    'createSeller leaveShop answerInvitation',
    'readPayment readPaymentRefunds readPayments readPaymentsExport readChannels readChannelSums readEarnings readWays',
    'readStatement readToday readConcerns readChanges readQuotas readRouteNames readImage',
    'readMembers readProposals',
  ],
} as const

describe.each(['editor', 'accountant'] as const)('an %s', (role) => {
  const allowed = may[role].flatMap((names) => names.split(' '))
  let member: TestMember
  let second: Seller

  beforeAll(async () => {
    member = await createTestMember(site, owner.seller, role)
    second = await createSeller()
  })

  it('may do what the role allows, and nothing else', async () => {
    arrive({ seller: member })
    const actions = { ...actionsById, ...ownActions }
    for (const [name, act] of Object.entries(actions).filter(([name]) => !allowed.includes(name))) {
      expect(await act(owner.ids), name).toMatchObject({ ok: false, code: 'ROLE_REFUSED' })
    }
    const reads = { ...readsById, ...ownReads }
    for (const [name, read] of Object.entries(reads)) {
      if (allowed.includes(name)) await read(owner.ids)
      else await expect(read(owner.ids), name).rejects.toMatchObject({ digest: 'NEXT_HTTP_ERROR_FALLBACK;403' })
    }
    // Nothing of theirs exists in these, so that they change nothing.
    for (const name of allowed.filter((name) => name in actionsById)) {
      expect(await actionsById[name]?.(nobodys), name).toMatchObject({ code: expect.stringMatching(/_NOT_FOUND$/) })
    }
  })

  it('acts in no other shop, whichever one it chooses or names', async () => {
    const { sellerId } = (await findSeller(site.application.sellers, second.seller.actor)) ?? { sellerId: '' }
    for (const shop of ['', sellerId, 'x']) {
      arrive({ seller: member }, { origin: site.origin }, shop)
      for (const name of allowed.filter((each) => each in readsById && each !== 'readSnippets'))
        await expect(readsById[name]?.(second.ids), name).rejects.toMatchObject(notFoundPage)
      for (const name of allowed.filter((each) => each in actionsById))
        expect(await actionsById[name]?.(second.ids), name).toMatchObject({
          code: expect.stringMatching(shop === '' || name === 'answerInvitation' ? /_NOT_FOUND$/ : /^ROLE_REFUSED$/),
        })
      expect(toText(await sellerReads.readQuotas())).toContain('routes')
    }
  })

  it('has another role from the next press on', async () => {
    const { actor, wallet } = owner.seller
    const change = (to: string | null) =>
      confirmed(wallet, (proof) =>
        changeMember(site.application.sellers, actor, { memberId: member.memberId, role: to }, proof),
      )
    arrive({ seller: member })
    await change('owner')
    expect(await sellerReads.readMailbox()).toBeDefined()
    await change(role)
    await expect(sellerReads.readMailbox()).rejects.toMatchObject({ digest: 'NEXT_HTTP_ERROR_FALLBACK;403' })
    await change(null)
    expect(await sellerActions.saveProfile({ name: 'Mine' })).toMatchObject({ code: 'SELLER_NOT_FOUND' })
    await expect(sellerReads.readMembers()).rejects.toMatchObject(notFoundPage)
  })
})

it('changes nothing in a shop of their own by a form of a shop that they are no longer in', async () => {
  const { sellerId } = (await findSeller(site.application.sellers, owner.seller.actor)) ?? { sellerId: '' }
  const own = await createTestSales(site, world)
  arrive(own, { origin: site.origin }, sellerId)
  const refused = { ok: false, code: 'ROLE_REFUSED', message: expect.stringContaining('Load the page again') }
  for (const name of ['saveProfile', 'createRoute', 'leaveShop', 'setTwoPerson', 'publishRoute', 'reviewOwnRoute'])
    expect(await { ...actionsById, ...ownActions }[name]?.({ ...owner.ids, ...own.ids }), name).toMatchObject(refused)
  expect(await sellerReads.readQuotas()).toBeDefined()
})

it('changes nothing by a form that was shown with another shop of theirs, and names both', async () => {
  const own = await createTestSales(site, world)
  await createTestMember(site, owner.seller, 'owner', own.seller.wallet)
  const ids = [own, owner].map(
    async ({ seller }) => (await findSeller(site.application.sellers, seller.actor))?.sellerId,
  )
  const [mine = '', theirs = ''] = await Promise.all(ids)
  const press = (shown: string, name: string) => sendInShop(shown, () => sellerActions.saveProfile({ name }))
  for (const [shown, chosen] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    arrive(own, { origin: site.origin }, chosen)
    expect(await press(chosen, `Shop ${chosen}`)).toMatchObject({ ok: true })
    arrive(own, { origin: site.origin }, chosen)
    const message = expect.stringMatching(new RegExp(`for the shop .*, and you are now in Shop ${chosen}`))
    expect(await press(shown, 'Forged')).toMatchObject({ ok: false, code: 'ROLE_REFUSED', message })
  }
  // An upload names the shop by a header. What names none does nothing for members of several.
  for (const shown of [{ 'turnpike-shown-shop': theirs }, undefined]) {
    arrive(own, { origin: site.origin, ...shown }, mine)
    expect(await sellerActions.saveImage({ body: new Blob(['forged']).stream() })).toMatchObject({
      code: 'ROLE_REFUSED',
    })
  }
  arrive(own, { origin: site.origin, 'turnpike-shown-shop': mine }, mine)
  expect(await sellerActions.saveImage({ body: new Blob(['forged']).stream() })).toMatchObject({
    code: 'MEDIA_TYPE_UNKNOWN',
  })
  expect(await press('', 'Forged')).toMatchObject({
    ok: false,
    message: expect.stringContaining('no longer in the shop'),
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
