import { currentSession } from '@/app/_server/current-session'
import { type CrawlState, surveyCrawl } from '@/lib/bazaar/crawl/survey-crawl'
import { listOpenMainnets } from '@/lib/facilitator/access/open-mainnets'
import type { NetworkHealth } from '@/lib/facilitator/health'
import { countOpenSettlements } from '@/lib/facilitator/ledger/find-settlement'
import type { ReorgedCount } from '@/lib/facilitator/ledger/reorged-settlements'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments, listPaymentsInDoubt, type PaymentInDoubt } from '@/lib/payments/list-open-payments'
import { countDeliveries, type DeliveryCounts } from '@/lib/shop/sellers/webhooks/deliveries'
import { running } from '@/lib/site/compose/running'

export type OperatorView = CrawlState & {
  at: Date
  instances: { id: string; seenAt: Date; isAlive: boolean }[]
  networks: NetworkHealth[]
  /** Networks of real money on which the facilitator serves anyone. */
  openMainnets: string[]
  /** Rows that are neither decided nor given up, by ledger and state. */
  queue: { ledger: 'gate' | 'facilitator'; state: string; count: number; oldestAt: Date | null }[]
  unknown: PaymentInDoubt[]
  webhooks: DeliveryCounts
  /** Settled payments of the last thirty days that their chain has reverted. */
  reorged: ReorgedCount
}

export async function isOperator(): Promise<boolean> {
  const session = await currentSession()
  if (!session) return false
  const { sellers } = running('site')
  return (await sellers.operatorAccounts()).includes(session.accountId)
}

/** Null for all but operators, as if the page did not exist. */
export async function readOperatorView(): Promise<OperatorView | null> {
  if (!(await isOperator())) return null
  const { env, database, facilitator } = running('site')
  const at = new Date()
  const [instances, { networks }, payments, settlements, unknown, crawl, webhooks, reorged] = await Promise.all([
    listInstances(database),
    facilitator.health(),
    countOpenPayments(database),
    countOpenSettlements(database),
    listPaymentsInDoubt(database),
    surveyCrawl(database, at),
    countDeliveries(database, at),
    facilitator.countReorged(),
  ])
  return {
    ...crawl,
    at,
    instances,
    networks,
    openMainnets: listOpenMainnets(env, facilitator.supported()),
    queue: [
      ...settlements.map((open) => ({ ledger: 'facilitator' as const, ...open })),
      ...payments.map((open) => ({ ledger: 'gate' as const, ...open })),
    ],
    unknown,
    webhooks,
    reorged,
  }
}

/** The doctor's findings of the last ten seconds, or new ones; null for all but operators. */
export const readExamination = async () => ((await isOperator()) ? running('site').examination() : null)
