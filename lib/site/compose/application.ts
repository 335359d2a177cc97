import { findFunding } from '@/lib/base/chains/evm/find-funding'
import { countNodes } from '@/lib/base/chains/find-network-fault'
import { systemClock } from '@/lib/base/infra/clock'
import { readSiteMark, type SiteMark } from '@/lib/base/infra/read-site-mark'
import { catalogSize } from '@/lib/bazaar/browse/list-entries'
import { surveyCrawl } from '@/lib/bazaar/crawl/survey-crawl'
import type { CatalogDeps } from '@/lib/bazaar/ports'
import { dropNotes, listNoted } from '@/lib/facilitator/ledger/catalog-notes'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import { listInstances } from '@/lib/gate/resource-server/instance'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import type { SessionSite } from '@/lib/gate/sign-in/http/session-site'
import type { ShopsPort } from '@/lib/gate/sign-in/ports'
import { countOpenPayments } from '@/lib/payments/list-open-payments'
import { recordListingAct, recordWalletLink } from '@/lib/shop/sellers/audit/changes'
import { isListingSuspended } from '@/lib/shop/sellers/operating/suspensions'
import { handOverShop } from '@/lib/shop/sellers/shop'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { queueGasLow } from '@/lib/shop/sellers/webhooks/queue-deliveries'
import { createRpcAdmission, type RpcAdmission } from '@/lib/site/chain-access/answer-rpc-call'
import type { Goods } from '@/lib/site/demo/goods'
import { createOperationsHttp, type OperationsHttp } from '@/lib/site/operations/create-operations-http'
import { checkMainnets } from '@/lib/site/operations/doctor/check-mainnets'
import { verdictsOf } from '@/lib/site/operations/doctor/finding'
import type { FiguresPort } from '@/lib/site/operations/ports'
import { type Base, openBase } from './base'
import { createPaidDocuments } from './create-paid-documents'
import { examineBriefly, WATCH, watch } from './examine'
import { leastClaimsOf, toFacilitatorPort } from './facilitator-port'
import { listOwnRoutes } from './list-own'
import { loadGoods } from './load-goods'
import { type OpenBazaar, openBazaar } from './open-bazaar'
import { type OpenFacilitator, openFacilitator } from './open-facilitator'
import { type OpenGate, openGate } from './open-gate'
import { type McpServers, openMcp } from './open-mcp'
import { type OpenShop, openShop } from './open-shop'
import type { Job } from './product'

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
  jobs: readonly Job[]
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
  for (const { subject, found, fix } of checkMainnets(env).filter(({ state }) => state === 'warn'))
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
  const operations = openOperations(base, facilitator)
  const application: Application = {
    ...parts,
    products,
    jobs: [
      ...mcp.jobs,
      { name: 'watch checks', intervalMs: 5_000, run: operations.tellChanges },
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

const toBazaarPorts = ({ database, env, chains }: Base): Pick<CatalogDeps, 'sales' | 'sellers' | 'findFunding'> => ({
  sales: { list: (limit) => listNoted(database, limit), forget: (keys) => dropNotes(database, keys) },
  sellers: {
    owns: (url) => url.startsWith(`${env.publicOrigin}/x/`),
    recordAct: recordListingAct,
    isSuspended: (listing) => isListingSuspended(database, listing),
  },
  findFunding: async (question) =>
    chains.networks.includes(question.network) ? findFunding(chains.evmClient(question.network), question) : [],
})

function openOperations(base: Base, over: Pick<OpenFacilitator, 'facilitator' | 'facilitatorMetrics'>): OperationsHttp {
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
    watch: () => watch({ ...base, facilitator }),
    log,
    registry: metrics.registry,
    refresh: () => metrics.refresh(figures),
    metricsToken: env.metricsToken,
  })
  return operations
}

/** Sign-in's access to selling: shops move with their accounts, and record links of wallets. */
export const shopsPort: ShopsPort = { handOver: handOverShop, recordLink: recordWalletLink }
