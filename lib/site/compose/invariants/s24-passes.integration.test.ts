import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import { termsOf } from '@/development/testing/terms-of'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { untilBlocked } from '@/development/testing/until-blocked'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { ALGORAND_TESTNET, BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { endRight } from '@/lib/payments/grants'
import { countPassUse } from '@/lib/payments/passes'
import { archiveRoute, pauseRoute } from '@/lib/shop/sellers/routes/move-route'
import { updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { giveBack as giveBackFrom, sell, article as textAt } from '@/lib/shop/testing/selling'

const world = testWorld()
let upstreamStatus = 200

const DAY_MS = 86_400_000
const article = (path: string, more: object = {}) =>
  textAt(path, { price: priceOf('$0.001'), signIn: {}, body: 'Paid for.', ...more })
const pass = (path: string, terms: object = {}, more: object = {}) => ({
  ...{ kind: 'pass', title: 'A pass', method: 'GET', path, price: priceOf('$0.002') },
  ...{ pass: { days: 30, ...terms }, ...more },
})
const make = (input: object, by = seller) => sell(site, by, input)
async function change(routeId: string, input: object) {
  await updateRoute(site.application.sellers, seller.actor, routeId, input)
  site.application.storedRoutes.changed(seller.handle)
}
const urlOf = (path: string, { handle } = seller) => `${site.origin}/x/${handle}${path}`
const newBuyer = () => createEvmBuyer(world, 20_000n)
const paidBy = ({ address }: TestBuyer) => ({ payerIdentity: address.toLowerCase(), passSeconds: { not: null } })

async function pay(buyer: TestBuyer, path: string): Promise<Response> {
  return fetch(urlOf(path), { headers: (await buyer.sign(urlOf(path))).headers })
}
async function buy(path: string, buyer?: TestBuyer): Promise<TestBuyer> {
  const payer = buyer ?? (await newBuyer())
  expect((await pay(payer, path)).status).toBe(200)
  return payer
}
const ask = async ({ key }: TestBuyer, url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, headers: await signInHeaders(url, key, init) })
/** The passes that the 402 of a route names. */
async function named(path: string): Promise<{ url: string }[]> {
  const { extensions } = termsOf(await fetch(urlOf(path)))
  return (extensions?.passes as { info: { passes: { url: string }[] } } | undefined)?.info.passes ?? []
}
const opens = async (buyer: TestBuyer, path: string) => (await ask(buyer, urlOf(path))).status === 200
/** Moves the purchases of a pass into the past. */
async function bringForward(buyer: TestBuyer, ms: number) {
  const { payment } = site.application.database
  await expect.poll(() => payment.count({ where: { ...paidBy(buyer), deliveredAt: null } })).toBe(0)
  const rows = await payment.findMany({ where: paidBy(buyer) })
  for (const { id, settledAt } of rows) {
    const data = { settledAt: new Date((settledAt?.getTime() ?? 0) - ms) }
    await payment.update({ where: { id }, data })
  }
}

const upstream = await serveNode((_request, response) => response.writeHead(upstreamStatus).end('{"answer":1}'))
const site = await openTestSite()
const [seller, other] = [await createTestSeller(site), await createTestSeller(site)]
const api = { kind: 'api', title: 'An API', price: priceOf('$0.001'), upstream: { url: `${upstream.origin}/` } }
await make({ ...api, method: 'GET', path: '/api' })
await make({ ...api, method: 'POST', path: '/api', price: priceOf('$0.001') })
for (const path of ['/one', '/two']) await make(article(path))
await make(article('/one'), other)

describe('S-24: a pass', () => {
  it('opens what it covers by the stock client’s sign-in, and says what', async () => {
    await make(pass('/all'))
    const buyer = await newBuyer()
    const answer = await pay(buyer, '/all')
    const said = (await answer.json()) as { validUntil: string; covers: number; routes: { url: string }[] }
    expect(said.covers).toBeGreaterThanOrEqual(4)
    expect(said.routes.map(({ url }) => url)).toContain(urlOf('/one'))
    expect(Math.abs(Date.parse(said.validUntil) - Date.now() - 30 * DAY_MS)).toBeLessThan(60_000)
    expect(await Promise.all(['/one', '/two', '/api', '/all'].map((path) => opens(buyer, path)))).toEqual(
      Array(4).fill(true),
    )
    // What it covers may be added later.
    await make(article('/later'))
    expect(await opens(buyer, '/later')).toBe(true)
    expect((await pay(buyer, '/two')).status).toBe(200)
    expect(await buyer.balance()).toBe(18_000n)
  })

  it('is named in the 402 of what it covers, and not in its own', async () => {
    const { routeId } = await make(pass('/named', { days: 7, scope: { kind: 'tag', tag: 'Maps' } }, { title: 'Maps' }))
    await make(article('/map', { discovery: { isListed: false, tags: ['maps'] } }))
    const offer = { url: urlOf('/named'), title: 'Maps', price: '$0.002', days: 7, scope: 'part' }
    expect(await named('/map')).toContainEqual(offer)
    expect(await named('/one')).not.toContainEqual(offer)
    expect(await named('/named')).toEqual([])
    await pauseRoute(site.application.sellers, seller.actor, routeId)
    site.application.storedRoutes.changed(seller.handle)
    expect(await named('/map')).not.toContainEqual(offer)
  })

  it('opens nothing of another shop, of another method, or outside its part', async () => {
    const where = { path: '/one', seller: { handle: seller.handle } }
    const { id: one } = await database().storedRoute.findFirstOrThrow({ where })
    await make(pass('/part', { scope: { kind: 'routes', routeIds: [one] } }))
    const buyer = await buy('/part')
    const elsewhere = await ask(buyer, urlOf('/one', other))
    const posted = await ask(buyer, urlOf('/api'), { method: 'POST' })
    expect([await opens(buyer, '/one'), elsewhere.status, posted.status]).toEqual([true, 402, 402])
    expect([await opens(buyer, '/two'), await opens(buyer, '/two?one'), await opens(buyer, '/api')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('ends with its time, by the database’s clock, and 402 follows', async () => {
    const buyer = await buy('/all')
    await bringForward(buyer, 30 * DAY_MS - 20_000)
    expect(await opens(buyer, '/one')).toBe(true)
    await bringForward(buyer, 20_000)
    expect([await opens(buyer, '/one'), await opens(buyer, '/all')]).toEqual([false, false])
  })

  it('bought again adds its time, once for each payment, also for two at once', async () => {
    const buyer = await buy('/all')
    // Signed before either is paid, as in two tabs.
    const tabs = [await buyer.sign(urlOf('/all')), await buyer.sign(urlOf('/all'))]
    const answers = await Promise.all(tabs.map(({ headers }) => fetch(urlOf('/all'), { headers })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await buyer.balance()).toBe(14_000n)
    await bringForward(buyer, 90 * DAY_MS - 30_000)
    expect(await opens(buyer, '/one')).toBe(true)
    await bringForward(buyer, 30_000)
    expect(await opens(buyer, '/one')).toBe(false)
  })

  it('covers what it did when it was bought, and less for those who buy it later', async () => {
    const [kept, gone] = [await make(article('/kept')), await make(article('/gone'))]
    const sold = (days: number, ...routes: { routeId: string }[]) =>
      pass('/chosen', { days, scope: { kind: 'routes', routeIds: routes.map(({ routeId }) => routeId) } })
    const { routeId } = await make(sold(30, kept, gone))
    /** Moves the removal, and has every instance hear of it. */
    const removedBefore = async (ms: number, days: number) => {
      const removals = { [gone.routeId]: new Date(Date.now() - ms).toISOString() }
      await database().storedRoute.updateMany({ where: { id: routeId }, data: { removals } })
      await change(routeId, sold(days, kept))
    }
    const early = await buy('/chosen')
    await change(routeId, sold(30, kept))
    const prompt = await buy('/chosen')
    // Those who signed the earlier terms have some minutes to pay.
    expect(await opens(prompt, '/gone')).toBe(true)
    await bringForward(early, 60_000)
    await removedBefore(30_000, 31)
    const late = await buy('/chosen')
    expect([await opens(early, '/gone'), await opens(late, '/gone')]).toEqual([true, false])
    expect([await opens(early, '/kept'), await opens(late, '/kept')]).toEqual([true, true])
    // Bought again it lasts longer, and covers the removed only for the time that was bought before.
    await buy('/chosen', early)
    await bringForward(early, 30 * DAY_MS)
    await removedBefore(30 * DAY_MS + 30_000, 32)
    expect([await opens(early, '/gone'), await opens(early, '/kept')]).toEqual([false, true])
  })

  it('still opens once it is archived, but no archived route', async () => {
    const [pages, stays] = [await make(article('/pages')), await make(article('/stays'))]
    const routeIds = [pages.routeId, stays.routeId]
    const { routeId } = await make(pass('/ended', { scope: { kind: 'routes', routeIds } }))
    const buyer = await buy('/ended')
    for (const id of [routeId, pages.routeId]) await archiveRoute(site.application.sellers, seller.actor, id)
    site.application.storedRoutes.changed(seller.handle)
    expect([await opens(buyer, '/stays'), (await fetch(urlOf('/pages'))).status]).toEqual([true, 404])
    expect((await named('/stays')).map(({ url }) => url)).not.toContain(urlOf('/ended'))
  })

  it('opens no more calls than it has in a day, at any number at once', async () => {
    const routeIds = [await idOfApi()]
    await make(pass('/calls', { callsPerDay: 5, scope: { kind: 'routes', routeIds } }))
    const buyer = await buy('/calls')
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await ask(buyer, urlOf('/api'))).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    const refused = await ask(buyer, urlOf('/api'))
    expect((await termsOf(refused)).error).toBe('sign_in_rejected: pass_calls_used_up')
    await database().passUse.updateMany({ data: { day: new Date(Date.now() - DAY_MS) } })
    expect(await opens(buyer, '/api')).toBe(true)
  })

  it('loses no call to a server that fails', async () => {
    const routeIds = [await idOfApi()]
    await make(pass('/fragile', { callsPerDay: 1, scope: { kind: 'routes', routeIds } }))
    const buyer = await buy('/fragile')
    upstreamStatus = 500
    const failed = [await ask(buyer, urlOf('/api')), await ask(buyer, urlOf('/api'))].map(({ status }) => status)
    upstreamStatus = 200
    expect(failed).toEqual([502, 502])
    expect([await opens(buyer, '/api'), await opens(buyer, '/api')]).toEqual([true, false])
  })
})

describe('S-24: a pass that is given back', () => {
  const giveBack = ({ address: to }: TestBuyer, paymentId: string) =>
    giveBackFrom(site, seller, { paymentId, to, amountAtomic: 2_000n })
  const paymentsOf = (buyer: TestBuyer) =>
    database().payment.findMany({ where: paidBy(buyer), orderBy: { settledAt: 'asc' } })

  it('opens nothing more, also nothing that was read with it; another purchase keeps its own time', async () => {
    await world.faucet({ network: BASE_SEPOLIA, address: seller.wallet.address, amountAtomic: 1_000_000n })
    await make(pass('/reading', { keepsRead: true }))
    const buyer = await buy('/reading')
    expect([await opens(buyer, '/one'), await opens(buyer, '/api')]).toEqual([true, true])
    await bringForward(buyer, 30 * DAY_MS)
    // What was read stays open, and no call of an API does.
    expect([await opens(buyer, '/one'), await opens(buyer, '/two'), await opens(buyer, '/api')]).toEqual([
      true,
      false,
      false,
    ])
    await giveBack(buyer, (await paymentsOf(buyer))[0]?.id ?? '')
    expect(await opens(buyer, '/one')).toBe(false)
    await buy('/reading', buyer)
    await buy('/reading', buyer)
    await giveBack(buyer, (await paymentsOf(buyer)).at(-1)?.id ?? '')
    expect(await opens(buyer, '/two')).toBe(true)
    await bringForward(buyer, 30 * DAY_MS)
    expect(await opens(buyer, '/api')).toBe(false)
  })

  it('keeps no text that is opened while it is given back', async () => {
    const buyer = await buy('/reading')
    const where = paidBy(buyer)
    const { id, routeId, payerIdentity, network } = await database().payment.findFirstOrThrow({ where })
    const use = { passId: routeId ?? '', paymentId: id, payerIdentity, network }
    let opened: Promise<unknown> | undefined
    await database().$transaction(async (transaction) => {
      await endRight(transaction, id)
      opened = countPassUse(database(), { ...use, keptRight: 'a text', isCall: false, callsPerDay: null })
      await untilBlocked(database())
    })
    await opened
    expect(await database().entitlement.count({ where: { paymentId: id } })).toBe(0)
  })
})

it('S-24: a seller cannot sell a pass for what is not theirs, has no end, or cannot be signed in to', async () => {
  const { id: theirs } = await database().storedRoute.findFirstOrThrow({ where: { seller: { handle: other.handle } } })
  const refused: [object, string][] = [
    [pass('/x1', { scope: { kind: 'routes', routeIds: [theirs] } }), 'pass.scope.routeIds'],
    [pass('/x2', { scope: { kind: 'gateway', gatewayId: theirs } }), 'pass.scope.gatewayId'],
    [pass('/x3', { days: 0 }), 'pass.days'],
    [pass('/x4', {}, { price: priceOf('$0.0000001') }), 'price.dollars'],
    [pass('/x5/[id]'), 'path'],
    [pass('/x6', {}, { method: 'POST' }), 'method'],
    [pass('/x7', {}, { price: { dollars: '$1', networks: [ALGORAND_TESTNET] } }), 'price.networks'],
  ]
  for (const [input, field] of refused)
    await expect(make(input), field).rejects.toMatchObject({ faults: { [field]: expect.anything() } })
})

const database = () => site.application.database
const idOfApi = async () =>
  (await database().storedRoute.findFirstOrThrow({ where: { path: '/api', method: 'GET' } })).id
