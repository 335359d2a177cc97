import { afterAll, describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { sql } from '@/lib/base/infra/database'
import { listen } from '@/lib/base/infra/listen'
import { parseHeader } from '@/lib/base/x402/header-codec'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { createStoredRoutes, type StoredRoutes } from '@/lib/gate/resource-server/stored-routes'
import { changeShop } from '@/lib/shop/sellers/audit/own-shop'
import { archiveRoute } from '@/lib/shop/sellers/routes/move-route'
import { createRoute, updateRoute } from '@/lib/shop/sellers/routes/write-route'
import { article } from '@/lib/shop/testing/selling'
import { toStoredRoutesPort } from './stored-handler'

const site = await openTestSite()
/** Longer than any test. */
const LONG_MS = 3_600_000
const seller = await createTestSeller(site)
const { sellers, gate, database, env } = site.application

/** An instance that never rereads what it has loaded: any new answer comes from being told. */
function openInstance() {
  const routes = createStoredRoutes(gate, toStoredRoutesPort(sellers), { foundMs: LONG_MS, missedMs: LONG_MS })
  let heard = 0
  const listening = listen({
    url: env.databaseUrl,
    channel: 'shop_changes',
    onMessage: (handle) => routes.changed(handle),
    onMissed: () => {
      heard += 1
      routes.changed()
    },
    onError: () => {},
  })
  return { routes, listening, connections: () => heard }
}

const instances = [openInstance(), openInstance(), openInstance()]
afterAll(() => Promise.all(instances.map(({ listening }) => listening.stop())))

const input = (path: string, dollars: string, signIn: object | null = null) =>
  article(path, { price: priceOf(dollars), signIn })

/** The route's price at each instance, in atomic units, or the status that refuses it. */
const pricesAt = (path: string) =>
  Promise.all(
    instances.map(async ({ routes }) => {
      const answer = await ask(routes, path)
      const terms = parseHeader(answer.headers.get(headerNames.paymentRequired) ?? '')
      return terms.ok ? (terms.value as PaymentRequired).accepts[0]?.amount : answer.status
    }),
  )
const ask = (routes: StoredRoutes, path: string) =>
  routes.answer(new Request(`${site.origin}/x/${seller.handle}${path}`))

describe('a change of a shop', () => {
  it('is seen by every instance: a new route, its price, its end', async () => {
    await expect.poll(() => instances.map(({ connections }) => connections())).toEqual([1, 1, 1])
    expect(await pricesAt('/told')).toEqual([404, 404, 404])
    const route = await createRoute(sellers, seller.actor, input('/told', '$0.01'))
    await expect.poll(() => pricesAt('/told')).toEqual(['10000', '10000', '10000'])
    await updateRoute(sellers, seller.actor, route.routeId, input('/told', '$0.02'))
    await expect.poll(() => pricesAt('/told')).toEqual(['20000', '20000', '20000'])
    await archiveRoute(sellers, seller.actor, route.routeId)
    await expect.poll(() => pricesAt('/told')).toEqual([404, 404, 404])
  })

  it('of an archived route takes nothing away that has its path since', async () => {
    const old = await createRoute(sellers, seller.actor, input('/again', '$0.01', {}))
    await archiveRoute(sellers, seller.actor, old.routeId)
    await createRoute(sellers, seller.actor, input('/again', '$0.02'))
    await createRoute(sellers, seller.actor, input('/beside', '$0.01'))
    await expect.poll(() => pricesAt('/again')).toEqual(['20000', '20000', '20000'])
    await changeShop(sellers, seller.actor, async ({ transaction, revision }) => {
      await transaction.storedRoute.update({ where: { id: old.routeId }, data: { revision } })
      const beside = { routeKey: `GET /x/${seller.handle}/beside` }
      await transaction.storedRoute.updateMany({ where: beside, data: { state: 'archived', shape: null, revision } })
    })
    // Seeing the one change proves that the other was seen too.
    await expect.poll(() => pricesAt('/beside')).toEqual([404, 404, 404])
    expect(await pricesAt('/again')).toEqual(['20000', '20000', '20000'])
  })

  it('is seen by instances that could not hear of it, once they hear again', async () => {
    expect(await pricesAt('/missed')).toEqual([404, 404, 404])
    const before = instances.map(({ connections }) => connections())
    await database.execute(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'turnpike listener'`)
    await createRoute(sellers, seller.actor, input('/missed', '$0.01'))
    await expect.poll(() => instances.map(({ connections }, n) => connections() - (before[n] ?? 0))).toEqual([1, 1, 1])
    expect(await pricesAt('/missed')).toEqual(['10000', '10000', '10000'])
  })
})

describe('an instance that has not loaded a shop', () => {
  /** Counts the database's reads: one load at a time may be paused after its read. */
  function openCounted() {
    const port = toStoredRoutesPort(sellers)
    const loads: (number | null)[] = []
    let hold: Promise<void> | null = null
    let hasRead = () => {}
    const load: typeof port.load = async (handle, sinceRevision) => {
      loads.push(sinceRevision)
      const read = await port.load(handle, sinceRevision)
      hasRead()
      await hold
      return read
    }
    const routes = createStoredRoutes(gate, { ...port, load }, { foundMs: LONG_MS, missedMs: LONG_MS })
    /** Starts `work`, and returns once it has read; the returned function lets it continue. */
    async function holdBack<T>(work: () => Promise<T>): Promise<() => Promise<T>> {
      let release = () => {}
      hold = new Promise((resolve) => (release = resolve))
      const reading = new Promise<void>((resolve) => (hasRead = resolve))
      const working = work()
      await reading
      return () => {
        hold = null
        release()
        return working
      }
    }
    return { routes, loads, holdBack }
  }

  it('loads it once, however many ask at once', async () => {
    await createRoute(sellers, seller.actor, input('/loaded', '$0.01'))
    const { routes, loads } = openCounted()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(routes, '/loaded')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 402))
    expect(loads).toEqual([null])
  })

  it('answers by a change that it is told of while it loads', async () => {
    const { routes, loads, holdBack } = openCounted()
    const goOn = await holdBack(() => ask(routes, '/meanwhile'))
    await createRoute(sellers, seller.actor, input('/meanwhile', '$0.01'))
    routes.changed(seller.handle)
    const later = ask(routes, '/meanwhile')
    expect([(await goOn()).status, (await later).status]).toEqual([402, 402])
    expect(loads).toEqual([null, expect.any(Number)])
  })
})
