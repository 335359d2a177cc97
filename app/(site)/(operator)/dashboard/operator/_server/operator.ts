import { currentSession } from '@/app/_server/current-session'
import { surveyCrawl } from '@/lib/bazaar/crawl/crawl'
import { listOpenMainnets } from '@/lib/facilitator/access/open-mainnets'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments } from '@/lib/payments/unfinished-payments'
import { isOperating } from '@/lib/shop/sellers/operating/suspensions'
import { countDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { running } from '@/lib/site/compose/running'

export async function isOperator(): Promise<boolean> {
  const session = await currentSession()
  return session !== null && isOperating(running('site').sellers, session)
}

/** Null for all but operators, as if the page did not exist. */
export async function readOperatorView() {
  if (!(await isOperator())) return null
  const { env, database, facilitator, examine } = running('site')
  const at = new Date()
  const [instances, payments, settlements, { crawler }, webhooks, reorged, findings] = await Promise.all([
    listInstances(database),
    countOpenPayments(database),
    countOpenSettlements(database),
    surveyCrawl(database, at),
    countDeliveries(database, at),
    facilitator.countReorged(),
    examine(),
  ])
  const isUnknown = ({ state }: { state: string }) => state === 'unknown'
  return {
    at,
    crawler,
    webhooks,
    reorged,
    findings,
    instances: instances.filter(({ isAlive }) => isAlive).length,
    /** Networks of real money on which the facilitator serves anyone. */
    openMainnets: listOpenMainnets(env, facilitator.supported()),
    /** Rows of both ledgers whose outcome is not known. */
    unknown: [...settlements, ...payments].filter(isUnknown).reduce((sum, { count }) => sum + count, 0),
  }
}
