import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { type ServedFetch, serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { cookieOf, createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { findRequestSession } from '@/lib/gate/sign-in/find-request-session'
import { revokeSession } from '@/lib/gate/sign-in/revoke-session'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/endpoints'
import { startWorker, type Worker } from './worker'

const { url, client: database } = await openTestDatabase()
const world = testWorld()
const ORIGIN = 'http://localhost:4021'
let sites: TestSite[]
let workers: Worker[]
let seller: TestSeller
let hook: ServedFetch
const delivered: string[] = []

beforeAll(async () => {
  hook = await serveFetch(async (request) => {
    delivered.push(((await request.json()) as { payment: { paymentId: string } }).payment.paymentId)
    return new Response(null, { status: 204 })
  })
  const gas = await createGasKeys(world)
  sites = await Promise.all(
    ['one', 'two', 'three'].map((name) => {
      // Each has its own pool, as separate processes have.
      const own = new URL(url)
      own.searchParams.set('application_name', name)
      return startTestSite({ databaseUrl: own.href, gas, routes: {}, publicOrigin: ORIGIN })
    }),
  )
  workers = await Promise.all(sites.map(({ application }) => startWorker(application)))
  seller = await createTestSeller(at(0))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop({ limitMs: 60_000, answered: Promise.resolve() })))
  await Promise.all(sites.map((site) => site.stop()))
  await Promise.all(sites.map(({ application }) => application.database.$disconnect()))
  await hook.stop()
})

const at = (index: number) => sites[index % sites.length] as TestSite
const article = (dollars: string) => ({
  ...{ kind: 'article', title: 'A text', method: 'GET', path: '/text', price: priceOf(dollars) },
  ...{ teaser: 'Short.', body: 'Long.', discovery: { isListed: true } },
})
const pathOf = () => `/x/${seller.handle}/text`

describe('three instances over one database', () => {
  it('agree on who is signed in, and on who no longer is', async () => {
    const { sessions } = at(0).application
    const cookie = cookieOf({ origin: sessions.publicOrigin }, seller)
    const ask = () => new Request(`${ORIGIN}/api/session`, { headers: { cookie, origin: ORIGIN } })
    const found = () => Promise.all(sites.map(({ application }) => findRequestSession(application.sessions, ask())))
    const [session] = await found()
    expect((await found()).map((each) => each?.sessionId)).toEqual(Array.from({ length: 3 }, () => session?.sessionId))
    if (!session) throw new Error('Expected a session.')
    await revokeSession(at(1).application.database, { ...session, now: new Date() })
    expect(await found()).toEqual([null, null, null])
  })

  it('sell what is made and changed at another one, at its new price', async () => {
    const statuses = () =>
      Promise.all(sites.map(({ origin }) => fetch(`${origin}${pathOf()}`).then(({ status }) => status)))
    expect(await statuses()).toEqual([404, 404, 404])
    const { routeId } = await createRoute(at(1).application.sellers, seller.actor, article('$0.01'))
    await expect.poll(statuses).toEqual([402, 402, 402])
    await updateRoute(at(2).application.sellers, seller.actor, routeId, article('$0.02'))
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const prices = async () => {
      const signed = await Promise.all(sites.map(({ origin }) => buyer.sign(`${origin}${pathOf()}`)))
      return signed.map(({ payload }) => payload.accepted.amount)
    }
    await expect.poll(prices).toEqual(['20000', '20000', '20000'])
  })

  it('count one caller together', async () => {
    // A single instance would let a hundred pass in ten seconds; all together meet two such windows at most.
    const ask = ({ application }: TestSite) =>
      application.catalog.http.validate(new Request(ORIGIN, { method: 'POST', body: '{}' }))
    const answers = await Promise.all(Array.from({ length: 210 }, (_, index) => ask(at(index))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]))
  })

  it('pay from one gas wallet for buyers of all of them, each once, and tell its seller once of each', async () => {
    const { sellers } = at(0).application
    await createEndpoint(sellers, seller.actor, { url: `${hook.origin}/hook`, events: ['payment.settled'] })
    const buyers = await Promise.all(Array.from({ length: 9 }, () => createEvmBuyer(world, 20_000n)))
    const signed = await Promise.all(buyers.map((buyer, index) => buyer.sign(`${at(index).origin}${pathOf()}`)))
    // Every payment at all three, at once.
    const answers = await Promise.all(
      signed.map(({ headers }) => Promise.all(sites.map(({ origin }) => fetch(`${origin}${pathOf()}`, { headers })))),
    )
    for (const copies of answers) expect(copies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await Promise.all(buyers.map(({ balance }) => balance()))).toEqual(buyers.map(() => 0n))
    const payments = await database.payment.findMany({ where: { routeKey: { contains: seller.handle } } })
    expect(payments.map(({ status }) => status)).toEqual(buyers.map(() => 'settled'))
    const nonces = await database.$queryRaw<
      { nonce: bigint }[]
    >`SELECT DISTINCT nonce FROM settlement_transactions ORDER BY nonce`
    expect(nonces.map(({ nonce }) => nonce)).toEqual(nonces.map((_, index) => BigInt(index)))
    await expect.poll(() => delivered.toSorted()).toEqual(payments.map(({ id }) => id).toSorted())
  })
})
