import { countNodes } from '@/lib/base/chains/find-network-fault'
import { systemClock } from '@/lib/base/infra/clock'
import { catalogSize } from '@/lib/bazaar/browse/list-entries'
import { surveyCrawl } from '@/lib/bazaar/crawl/survey-crawl'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments } from '@/lib/payments/list-open-payments'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/count-deliveries'
import { createOperationsHttp, type OperationsHttp } from '@/lib/site/operations/create-operations-http'
import { verdictsOf } from '@/lib/site/operations/doctor/finding'
import type { FiguresPort } from '@/lib/site/operations/ports'
import type { Base } from './base'
import { WATCH, watch } from './examine'
import type { OpenFacilitator } from './open-facilitator'

export function openOperations(
  base: Base,
  over: Pick<OpenFacilitator, 'facilitator' | 'facilitatorMetrics'>,
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
    watch: () => watch({ ...base, facilitator }),
    log,
    registry: metrics.registry,
    refresh: () => metrics.refresh(figures),
    metricsToken: env.metricsToken,
  })
  return operations
}
