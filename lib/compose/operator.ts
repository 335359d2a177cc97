import type { NetworkHealth } from '@/lib/facilitator/health'
import type { Database } from '@/lib/infra/database'
import { instanceTimeoutSeconds } from '@/lib/resource-server/instance'
import { application } from './application'
import { currentSession } from './current-session'
import { listOpenMainnets } from './open-mainnets'

/** How this installation is, for whoever runs it. */
export type OperatorView = {
  at: Date
  instances: { id: string; seenAt: Date; isAlive: boolean }[]
  networks: NetworkHealth[]
  /** Networks of real money on which the facilitator serves anybody. */
  openMainnets: string[]
  /** Rows that are neither decided nor given up, by ledger and state. */
  queue: { ledger: 'gate' | 'facilitator'; state: string; count: number; oldestAt: Date | null }[]
  unknown: { paymentId: string; network: string; resourceUri: string; since: Date | null; reason: string | null }[]
  crawler: { due: number; probesLastHour: number; failedLastHour: number; waitingListings: number }
  imports: { sourceUrl: string; state: string; listed: number; refused: number; problem: string | null }[]
  webhooks: { waiting: number; overdue: number; failed: number }
}

/** Whether the reader has signed in with a wallet of an operator. */
export async function isOperator(): Promise<boolean> {
  const session = await currentSession()
  if (!session) return false
  const { sellers } = await application()
  return (await sellers.operatorAccounts()).includes(session.accountId)
}

/** Null for everybody but operators, as if there were no such page. */
export async function readOperatorView(): Promise<OperatorView | null> {
  if (!(await isOperator())) return null
  const { env, database, facilitator } = await application()
  const at = new Date()
  const [instances, { networks }, queue, unknown, crawler, imports, webhooks] = await Promise.all([
    database.instance.findMany({ orderBy: { seenAt: 'desc' }, take: 50 }),
    facilitator.health(),
    readQueue(database),
    readUnknown(database),
    readCrawler(database, at),
    database.catalogImport.findMany({ orderBy: { startedAt: 'desc' }, take: 20 }),
    readWebhooks(database, at),
  ])
  const aliveSince = at.getTime() - instanceTimeoutSeconds * 1_000
  return {
    at,
    instances: instances.map(({ id, seenAt }) => ({ id, seenAt, isAlive: seenAt.getTime() > aliveSince })),
    networks,
    openMainnets: listOpenMainnets(env, facilitator.supported()),
    queue,
    unknown,
    crawler,
    imports: imports.map(({ sourceUrl, state, listed, refused, problem }) => ({
      sourceUrl,
      state,
      listed,
      refused,
      problem,
    })),
    webhooks,
  }
}

/** Both ledgers have an index over the rows that are still open. */
async function readQueue(database: Database): Promise<OperatorView['queue']> {
  const rows = await database.$queryRaw<OperatorView['queue']>`
    SELECT 'gate' AS ledger, status AS state, count(*)::int AS count, min(claimed_at) AS "oldestAt"
    FROM payments WHERE status IN ('claimed', 'streaming', 'settling', 'unknown') GROUP BY status
    UNION ALL
    SELECT 'facilitator', state, count(*)::int, min(claimed_at)
    FROM settlements WHERE state IN ('claimed', 'settling', 'unknown') GROUP BY state
    ORDER BY 1, 2`
  return rows
}

async function readUnknown(database: Database): Promise<OperatorView['unknown']> {
  const rows = await database.payment.findMany({
    where: { status: { in: ['unknown', 'undecidable'] } },
    orderBy: { claimedAt: 'desc' },
    select: { id: true, network: true, resourceUri: true, settlingAt: true, reason: true },
    take: 20,
  })
  return rows.map(({ id, settlingAt, ...rest }) => ({ paymentId: id, since: settlingAt, ...rest }))
}

async function readCrawler(database: Database, now: Date): Promise<OperatorView['crawler']> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const [due, probesLastHour, failedLastHour, waitingListings] = await Promise.all([
    database.catalogEntry.count({ where: { nextProbeAt: { lte: now } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo } } }),
    database.catalogProbe.count({ where: { probedAt: { gt: hourAgo }, isUp: false } }),
    database.catalogPendingListing.count({ where: { state: 'waiting' } }),
  ])
  return { due, probesLastHour, failedLastHour, waitingListings }
}

async function readWebhooks(database: Database, now: Date): Promise<OperatorView['webhooks']> {
  const lateSince = new Date(now.getTime() - 60_000)
  const [waiting, overdue, failed] = await Promise.all([
    database.webhookDelivery.count({ where: { state: 'waiting' } }),
    database.webhookDelivery.count({ where: { state: 'waiting', nextAttemptAt: { lt: lateSince } } }),
    database.webhookDelivery.count({ where: { state: 'failed' } }),
  ])
  return { waiting, overdue, failed }
}
