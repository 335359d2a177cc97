import { type Database, Prisma } from '@/lib/infra/database'
import { payToIdentity } from '../entry/pay-to-identity'
import { filterSql, noFilters } from './filters'

/** Whose entries: those at one host, or those that pay one wallet on one network. */
export type Whose = { host: string } | { network: string; payTo: string }

export type Survey = {
  /** Payments settled here, all and those of payers independent of the seller. */
  settlements: { total: number; organic: number; payers: number; total30d: number; lastAt: Date | null }
  /** Checks of the entries by day, oldest first, for the days of the last thirty that have any. */
  days: { day: Date; checks: number; answered: number }[]
  /** Changes of price, payee or ways to pay, newest first. */
  changes: { key: string; title: string; kind: string; options: unknown; seenAt: Date }[]
  /** How many entries checks and changes were read from; the latest ones where there are very many. */
  surveyed: number
}

const MOST_SURVEYED = 500
const CHANGES_SHOWN = 20

/** What a seller's or a host's entries did over time. */
export async function surveyEntries(database: Database, whose: Whose, now: Date): Promise<Survey> {
  const entries = await database.$queryRaw<{ id: bigint }[]>`
    select entry_id as id from catalog_documents document where ${scopeOf(whose)}
    order by last_updated_at desc, key limit ${MOST_SURVEYED}`
  const ids = entries.map(({ id }) => id)
  const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
  const [settlements, days, changes] = await Promise.all([
    countSettlements(database, whose, monthAgo),
    checksByDay(database, ids, monthAgo),
    database.$queryRaw<Survey['changes']>`
      select entry.key, coalesce(entry.service_name, entry.tool_name, entry.resource) as title, change.kind,
        change.options, change.seen_at as "seenAt"
      from catalog_price_changes change join catalog_entries entry on entry.id = change.entry_id
      where change.entry_id = any(${ids}) and change.kind <> 'first'
      order by change.seen_at desc, change.id desc limit ${CHANGES_SHOWN}`,
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
      ? Prisma.sql`entry_id in (select entry_id from catalog_documents where host = ${whose.host})`
      : Prisma.sql`pay_to = ${payToIdentity(whose.network, whose.payTo)} and network = ${whose.network}`
  const [counted] = await database.$queryRaw<[Survey['settlements']]>`
    select count(*)::int as total, count(*) filter (where is_organic)::int as organic,
      count(distinct payer) filter (where is_organic)::int as payers,
      count(*) filter (where settled_at > ${monthAgo})::int as "total30d", max(settled_at) as "lastAt"
    from catalog_settlements where ${settled}`
  return counted
}

const checksByDay = (database: Database, ids: bigint[], monthAgo: Date) =>
  database.$queryRaw<Survey['days']>`
    select date_trunc('day', probed_at, 'UTC') as day, count(*)::int as checks, count(*) filter (where is_up)::int as answered
    from catalog_probes where entry_id = any(${ids}) and probed_at > ${monthAgo}
    group by 1 order by 1`
