import { countEntries } from '@/lib/catalog/browse/count-entries'
import { surveyCrawl } from '@/lib/catalog/crawl/survey-crawl'
import { countNodes, findNetworkFault } from '@/lib/chains/find-network-fault'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { countOpenSettlements } from '@/lib/facilitator/ledger/count-open-settlements'
import type { FacilitatorMetrics } from '@/lib/facilitator/metrics'
import { systemClock } from '@/lib/infra/clock'
import type { Database } from '@/lib/infra/database'
import type { ServerEnv } from '@/lib/infra/env'
import type { Logger } from '@/lib/infra/logger'
import type { Metrics } from '@/lib/operations/create-metrics'
import { createOperationsHttp, type OperationsHttp } from '@/lib/operations/create-operations-http'
import { listMigrations } from '@/lib/operations/list-migrations'
import type { FiguresPort, NetworkPort } from '@/lib/operations/ports'
import { countOpenPayments } from '@/lib/payments/list-open-payments'
import { listInstances } from '@/lib/resource-server/instance'
import type { FacilitatorPort } from '@/lib/resource-server/ports'
import { countDeliveries } from '@/lib/sellers/webhooks/count-deliveries'
import { networkName } from '@/lib/x402/networks'

/** A node that takes longer is as good as away for a load balancer's question. */
const NODE_TIMEOUT_MS = 2_500

/** What load balancers and monitors ask of this instance. */
export function openOperations(parts: {
  env: ServerEnv
  database: Database
  log: Logger
  metrics: Metrics
  facilitator: Facilitator
  facilitatorPort: FacilitatorPort
  facilitatorMetrics: FacilitatorMetrics
}): OperationsHttp {
  const { env, database, log, metrics, facilitator, facilitatorPort, facilitatorMetrics } = parts
  const figures: FiguresPort = {
    openPayments: () => countOpenPayments(database),
    openSettlements: () => countOpenSettlements(database),
    webhooks: () => countDeliveries(database, systemClock()),
    crawler: async () => (await surveyCrawl(database, systemClock())).crawler,
    catalogEntries: () => countEntries(database),
    instances: () => listInstances(database, systemClock()),
    nodes: () =>
      Promise.all(Object.entries(env.rpcUrls).map(([network, urls]) => countNodes(network, urls, NODE_TIMEOUT_MS))),
    facilitator: () => facilitatorMetrics.refresh(facilitator),
  }
  return createOperationsHttp({
    database,
    log,
    networks: toNetworkPorts(env, facilitatorPort),
    migrations: listMigrations(),
    registry: metrics.registry,
    refresh: () => metrics.refresh(figures),
    metricsToken: env.metricsToken,
  })
}

/** Each network by its own nodes; those of facilitators of others are behind these. */
function toNetworkPorts(env: ServerEnv, facilitator: FacilitatorPort): NetworkPort[] {
  const own = Object.entries(env.rpcUrls).map(([network, urls]) => ({
    name: networkName(network),
    findFault: () => findNetworkFault(network, urls, NODE_TIMEOUT_MS),
  }))
  const findFault = () =>
    facilitator.supported().then(
      () => null,
      () => 'no answer',
    )
  return env.facilitators.length > 0 ? [...own, { name: 'The facilitator', findFault }] : own
}
