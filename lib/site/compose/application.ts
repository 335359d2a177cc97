import { LRUCache } from 'lru-cache'
import { findFundings } from '@/lib/base/chains/evm/search-logs'
import { keepBriefly } from '@/lib/base/infra/coalesce'
import { readSiteMark } from '@/lib/base/infra/read-site-mark'
import { parseDiscoveryDeclaration } from '@/lib/base/x402/bazaar-declaration'
import { type DescribedRoute, describePaidRoutes } from '@/lib/base/x402/paid-open-api'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/settlement-record'
import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import type { SessionSite, ShopsPort } from '@/lib/gate/sign-in/http/answer-session-request'
import { recordListingAct, recordWalletLink } from '@/lib/shop/sellers/audit/changes'
import { isListingSuspended } from '@/lib/shop/sellers/operating/suspensions'
import { queueGasLow } from '@/lib/shop/sellers/outbox/queue-events'
import { listOpenRoutes } from '@/lib/shop/sellers/routes/served-routes'
import { handOverShop } from '@/lib/shop/sellers/shop'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { createFigures } from '@/lib/site/operations/create-figures'
import { createOperationsHttp } from '@/lib/site/operations/create-operations-http'
import { checkMainnets } from '@/lib/site/operations/doctor/check-configuration'
import { examine, watch } from '@/lib/site/operations/doctor/examine'
import { type Base, openBase } from './base'
import { leastClaimsOf, toFacilitatorPort } from './facilitator-port'
import { listOwnRoutes } from './list-own'
import { openBazaar } from './open-bazaar'
import { openFacilitator } from './open-facilitator'
import { type OpenGate, openGate } from './open-gate'
import { openMcp } from './open-mcp'
import { openShop } from './open-shop'
import type { ProductJob } from './product'

/** The running site: all of its products, joined. One per process. The worker controls their lifetimes. */
export type Application = Omit<Awaited<ReturnType<typeof buildApplication>>, 'channel' | 'stop'>

/**
 * Opens all products from an environment, and joins them.
 * @param ownRoutes instead of the demo's
 */
export async function buildApplication(source: NodeJS.ProcessEnv, ownRoutes?: readonly PaidRoute[]) {
  const base = openBase(source)
  const { env, database, log, metrics } = base
  for (const { subject, found, fix } of checkMainnets(base).filter(({ state }) => state === 'warn'))
    log.warn({ subject, found }, `On a network of real money: ${fix}`)
  // Goods of this site's own code, which other sites never load.
  const goods = env.isDemo ? (await import('@/lib/site/demo/goods')).goods : null
  const routes = ownRoutes ?? goods?.routes ?? []
  const bazaar = openBazaar(base, toBazaarPorts(base))
  const facilitator = await openFacilitator(base, {
    catalog: bazaar.catalog,
    gasSeen: (wallets) => queueGasLow(shop.sellers, wallets),
  })
  const facilitatorPort = toFacilitatorPort(env, facilitator.facilitator, log)
  const gate = await openGate(base, { facilitator: facilitatorPort, leastClaims: leastClaimsOf(env) })
  const shop = openShop(base, { ...gate, catalog: bazaar.catalog })
  const parts = { ...base, ...facilitator, ...bazaar, ...gate, ...shop, ownRoutes: routes }
  const mcp = openMcp(base, { ...parts, goods })
  const refresh = createFigures(metrics.registry, log)
  const operations = createOperationsHttp({
    watch: () => watch(parts),
    log,
    registry: metrics.registry,
    refresh: () => refresh({ ...parts, watched: operations.watched }),
    metricsToken: env.metricsToken,
  })
  const jobs: ProductJob[] = [
    ...mcp.jobs,
    { name: 'watch checks', intervalMs: 15_000, run: operations.tellChanges },
    { name: 'list own routes', intervalMs: 600_000, run: () => listOwnRoutes(parts) },
  ]
  return {
    ...parts,
    products: { base, facilitator, bazaar, gate, shop },
    jobs,
    mcp,
    sessions: {
      database,
      publicOrigin: env.publicOrigin,
      signInNetworks: gate.site.signInNetworks,
      signIn: gate.signIn,
      shops: shopsPort,
    } satisfies SessionSite,
    mark: readSiteMark(env.site.markFile),
    goods,
    /** OpenAPI of everything sold here, or in one shop. */
    paidDocument: createPaidDocuments(parts),
    operations,
    /** The doctor asks nodes and the public origin, at most once in ten seconds. */
    examine: keepBriefly(() => examine(parts), 10_000),
  }
}

const toBazaarPorts = ({ database, env, chains }: Base): Pick<CatalogDeps, 'sales' | 'sellers' | 'findFundings'> => ({
  sales: { list: (limit) => listNoted(database, limit), forget: (keys) => dropNotes(database, keys) },
  sellers: {
    owns: (url) => url.startsWith(`${env.publicOrigin}/x/`),
    recordAct: recordListingAct,
    isSuspended: (listing) => isListingSuspended(database, listing),
  },
  findFundings: async (question) =>
    chains.networks.includes(question.network) ? findFundings(chains.evmClient(question.network), question) : [],
})

/** Sign-in's access to selling: shops move with their accounts, and record links of wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }

const MAXIMUM_ROUTES = 500

/** Building a document reads up to a thousand rows; this makes many simultaneous requests cost one. */
const KEPT = { max: 100, ttl: 5_000 }

type DocumentParts = Pick<Base, 'env' | 'database'> & Pick<OpenGate, 'site'> & { ownRoutes: readonly PaidRoute[] }

/**
 * OpenAPI of everything sold here, with prices, as JSON: of the whole site, or of one shop. Null for a name that no
 * shop can have.
 */
function createPaidDocuments(parts: DocumentParts): (handle: string | null) => Promise<string | null> {
  const kept = new LRUCache<string, string>({ ...KEPT, fetchMethod: (handle) => write(parts, handle || null) })
  return async (handle) => (handle === null || isShopHandle(handle) ? ((await kept.fetch(handle ?? '')) ?? null) : null)
}

async function write({ env, site, ownRoutes, database }: DocumentParts, handle: string | null): Promise<string> {
  const own = handle === null ? ownRoutes.flatMap((route) => describeOwn(route, site)) : []
  const sold = await listOpenRoutes(database, { handle, limit: MAXIMUM_ROUTES })
  const contact = env.site.links.find(({ title }) => title === 'Contact')?.href
  return JSON.stringify(
    describePaidRoutes({ title: env.site.name, origin: env.publicOrigin, contact }, [...own, ...sold]),
  )
}

function describeOwn({ key, config }: PaidRoute, site: OpenGate['site']): DescribedRoute[] {
  const { accepts, description = key, mimeType, query = [], extensions } = config(site)
  const options = [accepts].flat()
  const option =
    options.find(({ scheme }) => scheme === 'exact') ?? options.find(({ scheme }) => scheme === 'upto') ?? options[0]
  if (!option) return []
  const { inputSchema, outputSchema, output } = parseDiscoveryDeclaration(extensions?.bazaar ?? {})
  return [
    {
      routeKey: key,
      title: description.slice(0, 120),
      description,
      mimeType,
      query: query === 'ignored' ? [] : query,
      dollars: option.price,
      isMetered: option.scheme === 'upto',
      inputSchema,
      outputSchema,
      output,
    },
  ]
}
