import { type Database, Prisma } from '@/lib/base/infra/database'
import { payToIdentity } from '../entry/pay-to-identity'
import { filterSql, noFilters } from './filters'

export type Whose = { host: string } | { network: string; payTo: string }

export type Survey = {
  /** Payments settled here, all and those of payers independent of the seller. */
  settlements: { total: number; organic: number; payers: number; total30d: number; lastAt: Date | null }
  /** Checks of the entries by day, oldest first, for the days of the last thirty that have any. */
  days: { day: Date; checks: number; answered: number }[]
  /** Changes of price, payee or ways to pay, newest first. */
  changes: { key: string; title: string; kind: string; options: unknown; seenAt: Date }[]
  /** Number of entries whose checks and changes were read; the latest ones where there are very many. */
  surveyed: number
}

const MOST_SURVEYED = 500
const CHANGES_SHOWN = 20

export async function surveyEntries(database: Database, whose: Whose, now: Date): Promise<Survey> {
  const entries = await database.$queryRaw<{ id: bigint }[]>`
    SELECT entry_id AS id FROM catalog_documents document WHERE ${scopeOf(whose)}
    ORDER BY last_updated_at DESC, key LIMIT ${MOST_SURVEYED}`
  const ids = entries.map(({ id }) => id)
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
  const [settlements, days, changes] = await Promise.all([
    countSettlements(database, whose, monthAgo),
    checksByDay(database, ids, monthAgo),
    database.$queryRaw<Survey['changes']>`
      SELECT entry.key, coalesce(entry.service_name, entry.tool_name, entry.resource) AS title, change.kind,
        change.options, change.seen_at AS "seenAt"
      FROM catalog_price_changes change JOIN catalog_entries entry ON entry.id = change.entry_id
      WHERE change.entry_id = ANY(${ids}) AND change.kind <> 'first'
      ORDER BY change.seen_at DESC, change.id DESC LIMIT ${CHANGES_SHOWN}`,
  ])
  return { settlements, days, changes, surveyed: ids.length }
}

const scopeOf = (whose: Whose): Prisma.Sql =>
  filterSql(
    'host' in whose
      ? { ...noFilters, hosts: [whose.host] }
      : { ...noFilters, payTo: [whose.payTo], networks: [whose.network] },
  )

async function countSettlements(database: Database, whose: Whose, monthAgo: Date): Promise<Survey['settlements']> {
  const settled =
    'host' in whose
      ? Prisma.sql`entry_id IN (SELECT entry_id FROM catalog_documents WHERE host = ${whose.host})`
      : Prisma.sql`pay_to = ${payToIdentity(whose.network, whose.payTo)} AND network = ${whose.network}`
  const [counted] = await database.$queryRaw<[Survey['settlements']]>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE is_organic)::int AS organic,
      count(DISTINCT payer) FILTER (WHERE is_organic)::int AS payers,
      count(*) FILTER (WHERE settled_at > ${monthAgo})::int AS "total30d", max(settled_at) AS "lastAt"
    FROM catalog_settlements WHERE ${settled}`
  return counted
}

const checksByDay = (database: Database, ids: bigint[], monthAgo: Date) =>
  database.$queryRaw<Survey['days']>`
    SELECT date_trunc('day', probed_at, 'UTC') AS day, count(*)::int AS checks, count(*) FILTER (WHERE is_up)::int AS answered
    FROM catalog_probes WHERE entry_id = ANY(${ids}) AND probed_at > ${monthAgo}
    GROUP BY 1 ORDER BY 1`
