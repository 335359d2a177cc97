import { LRUCache } from 'lru-cache'
import { findFundings } from '@/lib/base/chains/evm/search-logs'
import { countNodes } from '@/lib/base/chains/find-network-fault'
import { systemClock } from '@/lib/base/infra/clock'
import { readSiteMark, type SiteMark } from '@/lib/base/infra/read-site-mark'
import { parseDiscoveryDeclaration } from '@/lib/base/x402/bazaar-declaration'
import { type DescribedRoute, describePaidRoutes } from '@/lib/base/x402/paid-open-api'
import { catalogSize } from '@/lib/bazaar/browse/list-entries'
import { surveyCrawl } from '@/lib/bazaar/crawl/crawl'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/settlement-record'
import { listInstances } from '@/lib/gate/resource-server/instance'
import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import type { SessionSite } from '@/lib/gate/sign-in/http/answer-session-request'
import type { ShopsPort } from '@/lib/gate/sign-in/ports'
import { countOpenPayments } from '@/lib/payments/unfinished-payments'
import { recordListingAct, recordWalletLink } from '@/lib/shop/sellers/audit/changes'
import { isListingSuspended } from '@/lib/shop/sellers/operating/suspensions'
import { queueGasLow } from '@/lib/shop/sellers/outbox/queue-events'
import { listOpenRoutes } from '@/lib/shop/sellers/routes/served-routes'
import { handOverShop } from '@/lib/shop/sellers/shop'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { createRpcAdmission, type RpcAdmission } from '@/lib/site/chain-access/answer-rpc-call'
import type { Goods } from '@/lib/site/demo/goods'
import { createOperationsHttp, type OperationsHttp } from '@/lib/site/operations/create-operations-http'
import { checkMainnets } from '@/lib/site/operations/doctor/check-configuration'
import { examineBriefly, WATCH, watch } from '@/lib/site/operations/doctor/examine'
import { verdictsOf } from '@/lib/site/operations/doctor/finding'
import type { FiguresPort } from '@/lib/site/operations/ports'
import { type Base, openBase } from './base'
import { leastClaimsOf, toFacilitatorPort } from './facilitator-port'
import { listOwnRoutes } from './list-own'
import { loadGoods } from './load-goods'
import { type OpenBazaar, openBazaar } from './open-bazaar'
import { type OpenFacilitator, openFacilitator } from './open-facilitator'
import { type OpenGate, openGate } from './open-gate'
import { type McpServers, openMcp } from './open-mcp'
import { type OpenShop, openShop } from './open-shop'
import type { ProductJob } from './product'

/** The products of this process, each of which can be opened without the others, and their shared base. */
type Products = {
  base: Base
  facilitator: OpenFacilitator
  bazaar: OpenBazaar
  gate: OpenGate
  shop: OpenShop
}

/** A product without its lifetime, which the worker controls. */
type PartsOf<P> = Omit<P, 'jobs' | 'channel' | 'stop'>

/** The running site: all of its products, joined. One per process. */
export type Application = PartsOf<Base & OpenFacilitator & OpenBazaar & OpenGate & OpenShop> & {
  products: Products
  jobs: readonly ProductJob[]
  mcp: McpServers
  sessions: SessionSite
  /** How often one address may read the chain through this site. */
  admitRpcCall: RpcAdmission
  operations: OperationsHttp
  mark: SiteMark | null
  goods: Goods | null
  ownRoutes: readonly PaidRoute[]
  /** OpenAPI of everything sold here, or in one shop. */
  paidDocument: (handle: string | null) => Promise<string | null>
  examination: ReturnType<typeof examineBriefly>
}

/**
 * Opens all products from an environment, and joins them.
 * @param ownRoutes instead of the demo's
 */
export async function buildApplication(
  source: NodeJS.ProcessEnv,
  ownRoutes?: readonly PaidRoute[],
): Promise<Application> {
  const base = openBase(source)
  const { env, database, log } = base
  for (const { subject, found, fix } of checkMainnets(base).filter(({ state }) => state === 'warn'))
    log.warn({ subject, found }, `On a network of real money: ${fix}`)
  const goods = await loadGoods(env)
  const routes = ownRoutes ?? goods?.routes ?? []
  const bazaar = openBazaar(base, toBazaarPorts(base))
  const facilitator = await openFacilitator(base, {
    catalog: bazaar.catalog,
    gasSeen: (wallets) => queueGasLow(shop.sellers, wallets),
  })
  const facilitatorPort = toFacilitatorPort(env, facilitator.facilitator, log)
  const gate = await openGate(base, { facilitator: facilitatorPort, leastClaims: leastClaimsOf(env) })
  const shop = openShop(base, { ...gate, catalog: bazaar.catalog })
  const products: Products = { base, facilitator, bazaar, gate, shop }
  const parts = { ...base, ...facilitator, ...bazaar, ...gate, ...shop }
  const { site, signIn } = parts
  const mcp = openMcp(base, { ...parts, goods })
  const operations = openOperations(base, { ...facilitator, ...shop })
  const application: Application = {
    ...parts,
    products,
    jobs: [
      ...mcp.jobs,
      { name: 'watch checks', intervalMs: 15_000, run: operations.tellChanges },
      {
        name: 'list own routes',
        intervalMs: 600_000,
        run: () => listOwnRoutes({ ...gate, ownRoutes: routes, catalog: bazaar.catalog, log }),
      },
    ],
    mcp,
    sessions: {
      database,
      publicOrigin: env.publicOrigin,
      signInNetworks: site.signInNetworks,
      signIn,
      shops: shopsPort,
    },
    mark: readSiteMark(env.site.markFile),
    goods,
    ownRoutes: routes,
    paidDocument: createPaidDocuments({ env, site, ownRoutes: routes, database }),
    admitRpcCall: createRpcAdmission(),
    operations,
    examination: examineBriefly(parts),
  }
  return application
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

function openOperations(
  base: Base,
  over: Pick<OpenFacilitator, 'facilitator' | 'facilitatorMetrics'> & Pick<OpenShop, 'sellers'>,
): OperationsHttp {
  const { env, database, log, metrics } = base
  const { facilitator, facilitatorMetrics } = over
  const figures: FiguresPort = {
    openPayments: () => countOpenPayments(database),
    openSettlements: () => countOpenSettlements(database),
    webhooks: () => countDeliveries(database, systemClock()),
    crawler: async () => (await surveyCrawl(database, systemClock())).crawler,
    catalogEntries: () => catalogSize(database),
    instances: () => listInstances(database),
    nodes: () =>
      Promise.all(Object.entries(env.rpcUrls).map(([network, urls]) => countNodes(network, urls, WATCH.askMs))),
    checks: async () => verdictsOf(await operations.watched()),
    facilitator: () => facilitatorMetrics.refresh(facilitator),
  }
  const operations = createOperationsHttp({
    watch: () => watch({ ...base, ...over }),
    log,
    registry: metrics.registry,
    refresh: () => metrics.refresh(figures),
    metricsToken: env.metricsToken,
  })
  return operations
}

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
  const kept = new LRUCache<string, Promise<string>>(KEPT)
  return async (handle) => {
    if (handle !== null && !isShopHandle(handle)) return null
    const known = kept.get(handle ?? '') ?? write(parts, handle)
    kept.set(handle ?? '', known, { noUpdateTTL: true })
    return known
  }
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
