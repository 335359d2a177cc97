import { currentSession } from '@/app/_server/current-session'
import { type CrawlState, surveyCrawl } from '@/lib/bazaar/crawl/survey-crawl'
import { listOpenMainnets } from '@/lib/facilitator/access/open-mainnets'
import type { NetworkHealth } from '@/lib/facilitator/health'
import { countOpenSettlements } from '@/lib/facilitator/ledger/count-open-settlements'
import type { ReorgedCount } from '@/lib/facilitator/ledger/reorged-settlements'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { countOpenPayments, listPaymentsInDoubt, type PaymentInDoubt } from '@/lib/payments/list-open-payments'
import { countDeliveries, type DeliveryCounts } from '@/lib/shop/sellers/webhooks/count-deliveries'
import { examination } from '@/lib/site/compose/examination'
import { type KeptData, listKept } from '@/lib/site/compose/list-kept'
import { application } from '@/lib/site/compose/running'
import { readTableSizes, type TableSize } from '@/lib/site/operations/read-table-sizes'

/** How this installation is, for the people who run it. */
export type OperatorView = CrawlState & {
  at: Date
  instances: { id: string; seenAt: Date; isAlive: boolean }[]
  networks: NetworkHealth[]
  /** Networks of real money on which the facilitator serves anybody. */
  openMainnets: string[]
  /** Rows that are neither decided nor given up, by ledger and state. */
  queue: { ledger: 'gate' | 'facilitator'; state: string; count: number; oldestAt: Date | null }[]
  unknown: PaymentInDoubt[]
  webhooks: DeliveryCounts
  /** Settled payments that their chain took back in the last thirty days. */
  reorged: ReorgedCount
}

/** Whether the reader has signed in with a wallet of an operator. */
export async function isOperator(): Promise<boolean> {
  const session = await currentSession()
  if (!session) return false
  const { sellers } = await application()
  return (await sellers.operatorAccounts()).includes(session.accountId)
}

/** Null for all but operators, as if there were no such page. */
export async function readOperatorView(): Promise<OperatorView | null> {
  if (!(await isOperator())) return null
  const { env, database, facilitator } = await application()
  const at = new Date()
  const [instances, { networks }, payments, settlements, unknown, crawl, webhooks, reorged] = await Promise.all([
    listInstances(database, at),
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

/** What the doctor found in the last ten seconds, or finds now; null for all but operators. */
export const readExamination = async () => ((await isOperator()) ? examination() : null)

const SHOWN_TABLES = 20

/** What the database keeps, and how long; null for all but operators. */
export async function readKept(): Promise<{ kept: KeptData[]; tables: TableSize[] } | null> {
  if (!(await isOperator())) return null
  const { env, database } = await application()
  return { kept: listKept(env.retention), tables: await readTableSizes(database, SHOWN_TABLES) }
}
