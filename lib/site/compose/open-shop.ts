import type { ServerEnv } from '@/lib/base/infra/env'
import type { Channel } from '@/lib/base/infra/listen'
import { databaseNow, defaultRetention } from '@/lib/base/infra/prune'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { validateOwn } from '@/lib/bazaar/crawl/validate-resource'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { createStoredRoutes } from '@/lib/gate/resource-server/stored-routes'
import { createSellerApi } from '@/lib/shop/api/create-seller-api'
import type { SellerApiPorts } from '@/lib/shop/api/operation'
import { purgeImages } from '@/lib/shop/sellers/images/images'
import { syncListings } from '@/lib/shop/sellers/listings/listings'
import { pruneSent, queuePayments, queueSummaries, queueUpstreamFailures } from '@/lib/shop/sellers/outbox/queue-events'
import { createOutboxSender } from '@/lib/shop/sellers/outbox/send-outbox'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { purgeReplays } from '@/lib/shop/sellers/replays/replay'
import { reseal } from '@/lib/shop/sellers/reseal'
import { eraseArchived } from '@/lib/shop/sellers/routes/move-route'
import { purgeBrokenUploads } from '@/lib/shop/sellers/routes/save-content'
import type { Base } from './base'
import type { OpenGate } from './open-gate'
import { HOUR_MS, MINUTE_MS, type ProductJob, pruneJob } from './product'
import { listSellableNetworks } from './sellable-networks'
import { openSellers } from './sellers'
import { toStoredRoutesPort } from './stored-handler'

/** Sellers' routes, their pages' verbs, their API, webhooks and mail. */
export type OpenShop = ReturnType<typeof openShop>

/** Opens the shop over the gate that sells and the catalog that lists. */
export function openShop(base: Base, over: Pick<OpenGate, 'gate' | 'site' | 'signIn'> & { catalog: Catalog }) {
  const { env, log } = base
  const { gate } = over
  const sellers = openSellers(base, over)
  const storedRoutes = createStoredRoutes(gate, toStoredRoutesPort(sellers))
  const sellerApiPorts = toSellerApiPorts(env, gate)
  const outbox = createOutboxSender(sellers, (error) => log.fault('An event could not be sent', error))
  return {
    sellers,
    storedRoutes,
    sellerApi: createSellerApi({ sellers, ports: sellerApiPorts, log, siteName: env.site.name }),
    sellerApiPorts,
    jobs: [
      { name: 'list routes', intervalMs: 1_000, run: () => syncListings(sellers) },
      { name: 'queue payments', intervalMs: 2_000, run: () => queuePayments(sellers) },
      { name: 'queue upstream failures', intervalMs: 30_000, run: () => queueUpstreamFailures(sellers) },
      { name: 'queue mail of a day', intervalMs: MINUTE_MS, run: () => queueSummaries(sellers) },
      { name: 'send webhooks and mail', intervalMs: 1_000, quietMs: 30_000, run: () => outbox.begin() },
      ...housekeeping(base, sellers),
    ],
    channel: {
      channel: 'shop_changes',
      onMessage: (handle) => storedRoutes.changed(handle),
      onMissed: () => storedRoutes.changed(),
    } satisfies Channel,
    stop: () => outbox.finish(),
  }
}

/** Deletes expired data, and seals again values from under an earlier secret. */
function housekeeping({ database }: Base, sellers: SellersContext): ProductJob[] {
  const kept = { database, retention: defaultRetention }
  const hourly = (name: string, run: ProductJob['run']): ProductJob => ({ name, intervalMs: HOUR_MS, run })
  return [
    pruneJob(kept, { name: 'prune webhooks and mail', intervalMs: HOUR_MS, prune: pruneSent }),
    pruneJob(kept, { name: 'erase archived', intervalMs: HOUR_MS, prune: eraseArchived }),
    hourly('purge unused images', async () => purgeImages(database, await databaseNow(database))),
    hourly('purge broken uploads', () => purgeBrokenUploads(database)),
    hourly('purge replays', async () => purgeReplays(database, await databaseNow(database))),
    hourly('seal again', (signal) => reseal(sellers, signal)),
  ]
}

/** A pass answers with itself, so its seller has no schemas to write. */
const ofSchemas: readonly string[] = ['describes_input', 'describes_output']

const toSellerApiPorts = (env: ServerEnv, gate: Gate): SellerApiPorts => ({
  sellableNetworks: () => listSellableNetworks(gate, env),
  /** The checks that listing a route now would run on its present 402. */
  checkListing: ({ kind, method }, challenge) =>
    validateOwn({ method, challenge })
      .checks.filter(({ id }) => kind !== 'pass' || !ofSchemas.includes(id))
      .map(({ id, level, isPassed, found, fix }) => ({
        id,
        level,
        isPassed,
        found: inEnglish(found),
        advice: fix && inEnglish(fix),
      })),
})
