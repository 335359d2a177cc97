import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { confirmed, signInHeaders } from '@/development/testing/sign-in-proofs'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { ownerMessage } from '@/lib/bazaar/ingest/owner-action'
import { createStoredRoutes, FRESH } from '@/lib/gate/resource-server/stored-routes'
import { createSession } from '@/lib/gate/sign-in/sessions'
import type { Actor } from '@/lib/shop/sellers/actor'
import { listChanges } from '@/lib/shop/sellers/audit/changes'
import { syncListings } from '@/lib/shop/sellers/listings/listings'
import { listSuspensions, suspend } from '@/lib/shop/sellers/operating/suspensions'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { archiveRoute, publishRoute } from '@/lib/shop/sellers/routes/move-route'
import { getRoute, listRoutes } from '@/lib/shop/sellers/routes/routes'
import { listTools } from '@/lib/shop/sellers/routes/served-routes'
import { createRoute, duplicateRoute } from '@/lib/shop/sellers/routes/write-route'
import { findSeller } from '@/lib/shop/sellers/shop'
import { toStoredRoutesPort } from './stored-handler'

const world = testWorld()
const operatorWallet = privateKeyToAccount(generatePrivateKey()).address
const site = await openTestSite({ env: { OPERATOR_WALLETS: operatorWallet } })
const context = site.application.sellers
const seller = await createTestSeller(site)
let operator: Actor
let url: string
let routeId: string
let key: string

beforeAll(async () => {
  const wallet = { scope: 'evm', address: operatorWallet }
  operator = await createSession(context.database, { wallet, userAgent: null, now: new Date() })
  // The payTo wallet is one that can sign for its listings.
  const { address } = seller.wallet
  const payTo = { network: BASE_SEPOLIA, address, confirmation: address }
  await confirmed(seller.wallet, (proof) => confirmPayTo(context, seller.actor, payTo, proof))
  const article = { kind: 'article', title: 'A text', method: 'GET', path: '/text', body: 'Text.', signIn: {} }
  const listed = { price: priceOf('$0.01'), isTool: true, discovery: { isListed: true } }
  ;({ url, routeId } = await createRoute(context, seller.actor, { ...article, ...listed }))
  await syncListings(context)
  key = (await entry()).key
})

const reason = 'Sells what is not theirs.'
const target = (what: string) => ({ what, handle: seller.handle, path: what === 'shop' ? '' : '/text' })
const set = (what: string, reason: string | null, more: object = {}) =>
  suspend(context, operator, { ...target(what), reason, ...more })
/** Asks an instance that has not loaded the shop before. */
const askAnew = (headers: Record<string, string> = {}) =>
  createStoredRoutes(site.application.gate, toStoredRoutesPort(context)).answer(new Request(url, { headers }))
/** Asks the instance that has the shop loaded, and follows changes like every other. */
const askUntil = (status: number) => expect.poll(async () => (await fetch(url)).status, { interval: 50 }).toBe(status)
const listing = async () => {
  await syncListings(context)
  return (await getRoute(context, seller.actor, routeId)).listing
}
const entry = () => context.database.catalogEntry.findFirstOrThrow({ where: { type: 'http', source: 'own' } })
const tools = () => listTools(context.database, { handle: seller.handle, limit: 10 })
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

/** Sends a signed act of the payTo wallet's owner over HTTP. */
async function act(action: 'delist' | 'relist') {
  const signed = { action, key, issuedAt: new Date().toISOString() }
  const signature = await seller.wallet.signMessage({ message: ownerMessage(context.publicOrigin, signed) })
  const body = JSON.stringify({ ...signed, network: BASE_SEPOLIA, address: seller.wallet.address, signature })
  return site.application.catalog.http.owner(new Request('http://localhost/owner', { method: 'POST', body }))
}

it('reaches an instance that has missed its report within two seconds', () => {
  // The age at which a shop that is in use is compared with the database, which is one indexed read.
  expect(FRESH.foundMs).toBeLessThanOrEqual(1_500)
})

it('refuses what is nothing and nowhere', async () => {
  await expect(set('shop', '')).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  const nowhere = { what: 'shop', handle: 'no-such-shop', reason: 'x' }
  await expect(suspend(context, operator, nowhere)).rejects.toMatchObject({ code: 'SHOP_NOT_FOUND' })
  const noRoute = { ...target('route'), path: '/nothing', reason: 'x' }
  await expect(suspend(context, operator, noRoute)).rejects.toMatchObject({ code: 'ROUTE_NOT_FOUND' })
  expect(await listSuspensions(context)).toEqual([])
})

describe.each(['shop', 'route'])('a suspended %s', (what) => {
  it('sells nothing on any instance, and opens to its buyers until it is closed', async () => {
    const [owner, late] = [await createEvmBuyer(world, 1_000_000n), await createEvmBuyer(world, 1_000_000n)]
    expect((await fetch(url, { headers: (await owner.sign(url)).headers })).status).toBe(200)
    const [proof, again, ahead] = [
      await signInHeaders(url, owner.key),
      await signInHeaders(url, owner.key),
      (await late.sign(url)).headers,
    ]
    await set(what, reason)
    expect(await codeOf(await askAnew())).toEqual([403, 'route_suspended'])
    await askUntil(403)
    expect(await codeOf(await fetch(url, { headers: ahead }))).toEqual([403, 'route_suspended'])
    expect(await late.balance()).toBe(1_000_000n)
    expect((await fetch(url, { headers: proof })).status).toBe(200)

    await set(what, reason, { isContentClosed: true })
    expect(await codeOf(await askAnew({ ...again }))).toEqual([403, 'route_closed'])
    expect(await codeOf(await askAnew(ahead))).toEqual([403, 'route_closed'])
    expect(await late.balance()).toBe(1_000_000n)

    await set(what, null)
    expect((await askAnew()).status).toBe(402)
    await askUntil(402)
    expect((await fetch(url, { headers: ahead })).status).toBe(200)
  })

  it('is in no list, and its owner reads why and cannot lift it', async () => {
    const answers = { reason, isContentClosed: false }
    await set(what, reason)
    expect(await tools()).toEqual([])
    expect(await listing()).toEqual({ status: 'rejected', reason: expect.stringContaining(reason) })
    expect((await entry()).status).toBe('gone')
    expect((await getRoute(context, seller.actor, routeId)).suspension).toEqual(answers)
    expect((await listRoutes(context, seller.actor)).routes[0]?.isSuspended).toBe(true)
    expect((await findSeller(context, seller.actor))?.suspension).toEqual(what === 'shop' ? answers : null)
    for (const attempt of [
      () => publishRoute(context, seller.actor, routeId),
      () => archiveRoute(context, seller.actor, routeId),
      () => duplicateRoute(context, seller.actor, routeId, '/copy'),
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'ROUTE_SUSPENDED',
        message: expect.stringContaining(reason),
      })
    }
    expect(await codeOf(await act('relist'))).toEqual([403, 'LISTING_SUSPENDED'])
    expect((await entry()).status).toBe('gone')

    await set(what, null)
    expect(await listing()).toMatchObject({ status: 'success' })
    expect((await entry()).status).toBe('listed')
    expect(await tools()).toHaveLength(1)
  })

  it('is written down, for its owner without who the operator is', async () => {
    await set(what, reason)
    await set(what, reason)
    await set(what, null)
    const [lifted, made, other] = (await listChanges(context, seller.actor, { limit: 3 })).changes
    expect([lifted?.act, made?.act]).toEqual([`${what}.resumed`, `${what}.suspended`])
    expect(other?.act).toBe(`${what}.resumed`)
    const [nothing, something] = [
      { reason: null, isContentClosed: false },
      { reason, isContentClosed: false },
    ]
    expect(made).toMatchObject({ by: 'operator', sessionId: null, keyId: null, before: nothing, after: something })
    expect(lifted).toMatchObject({ before: something, after: nothing })
    const row = await context.database.auditEntry.findUniqueOrThrow({ where: { id: made?.changeId ?? '' } })
    expect([row.accountId, row.sessionId]).toEqual([operator.accountId, operator.sessionId])
  })
})

function createMoment() {
  let come = () => {}
  const came = new Promise<void>((resolve) => (come = resolve))
  return { came, come: () => come() }
}

it('lets a payment end that is being worked on', async () => {
  const [reached, release] = [createMoment(), createMoment()]
  const upstream = await serveFetch(async () => {
    reached.come()
    await release.came
    return new Response('made to order')
  })
  const api = { kind: 'api', title: 'An API', method: 'GET', path: '/api', price: priceOf('$0.01') }
  const made = await createRoute(context, seller.actor, { ...api, upstream: { url: `${upstream.origin}/` } })
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await expect.poll(async () => (await fetch(made.url)).status, { interval: 50 }).toBe(402)
  const answer = fetch(made.url, { headers: (await buyer.sign(made.url)).headers })
  await reached.came
  await set('shop', reason, { isContentClosed: true })
  await expect.poll(async () => (await fetch(made.url)).status, { interval: 50 }).toBe(403)
  release.come()
  expect([(await answer).status, await (await answer).text()]).toEqual([200, 'made to order'])
  expect(await buyer.balance()).toBe(990_000n)
  await set('shop', null)
  await upstream.stop()
})

it('a suspended listing is out of the bazaar only, whatever asks for it', async () => {
  await set('listing', 'Misleading words.')
  expect(await listing()).toEqual({ status: 'rejected', reason: expect.stringContaining('Misleading') })
  const unpaid = await askAnew()
  expect(unpaid.status).toBe(402)
  await askUntil(402)
  expect(await codeOf(await act('relist'))).toEqual([403, 'LISTING_SUSPENDED'])
  expect(await site.application.catalog.probe({ url })).toMatchObject({ code: 'listed_by_seller' })
  expect((await entry()).status).toBe('gone')
  expect(await context.database.catalogEntry.count({ where: { status: 'listed' } })).toBe(0)
  expect(await listSuspensions(context)).toMatchObject([{ what: 'listing', handle: seller.handle }])
  await set('listing', null)
  expect(await listing()).toMatchObject({ status: 'success' })
})
