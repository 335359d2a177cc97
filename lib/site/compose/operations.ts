import { countNodes, findNetworkFault } from '@/lib/base/chains/find-network-fault'
import { systemClock } from '@/lib/base/infra/clock'
import type { ServerEnv } from '@/lib/base/infra/env'
import { networkName } from '@/lib/base/x402/networks'
import { countEntries } from '@/lib/bazaar/browse/list-entries'
import { surveyCrawl } from '@/lib/bazaar/crawl/survey-crawl'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments } from '@/lib/payments/list-open-payments'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/count-deliveries'
import { createOperationsHttp, type OperationsHttp } from '@/lib/site/operations/create-operations-http'
import { listMigrations } from '@/lib/site/operations/find-pending-migrations'
import type { FiguresPort, NetworkPort } from '@/lib/site/operations/ports'
import type { Base } from './base'
import { otherFacilitators } from './facilitator-port'
import type { OpenFacilitator } from './open-facilitator'

/** A node that takes longer counts as down for a load balancer. */
const NODE_TIMEOUT_MS = 1_500

export function openOperations(
  { env, database, log, metrics }: Base,
  over: Pick<OpenFacilitator, 'facilitator' | 'facilitatorMetrics'>,
): OperationsHttp {
  const { facilitator, facilitatorMetrics } = over
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
    networks: toNetworkPorts(env),
    facilitators: otherFacilitators(env),
    migrations: listMigrations(),
    registry: metrics.registry,
    refresh: () => metrics.refresh(figures),
    metricsToken: env.metricsToken,
  })
}

/** Each network by its own nodes. */
const toNetworkPorts = ({ rpcUrls }: ServerEnv): NetworkPort[] =>
  Object.entries(rpcUrls).map(([network, urls]) => ({
    name: networkName(network),
    findFault: () => findNetworkFault(network, urls, NODE_TIMEOUT_MS),
  }))
