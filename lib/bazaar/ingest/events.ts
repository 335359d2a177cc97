import { type Database, type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'

export type CatalogNews = {
  id: bigint
  kind: 'added' | 'changed' | 'gone'
  key: string
  resource: string
  happenedAt: Date
}

const PAGE = 200

export const catalogRecordDays = { news: 7, probes: 31, ownerProofs: 1 }

/**
 * Lets one transaction at a time write news, until it ends; call it last, just before writing. Readers continue from
 * the last id that they saw, and would miss a lower id that is committed later.
 */
export async function takeNewsTurn(tx: DatabaseTransaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE catalog_events IN SHARE ROW EXCLUSIVE MODE`
}

/** Announces a change of one entry; must be a transaction's last action. */
export async function announce(
  tx: DatabaseTransaction,
  { kind, key, resource }: Pick<CatalogNews, 'kind' | 'key' | 'resource'>,
  now: Date,
): Promise<void> {
  await takeNewsTurn(tx)
  await tx.catalogEvent.create({ data: { kind, key, resource, happenedAt: now } })
}

export async function newsAfter(database: Database, afterId: bigint): Promise<CatalogNews[]> {
  const rows = await database.catalogEvent.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: PAGE,
  })
  // Only this room writes them, with these three kinds.
  return rows.map((row) => ({ ...row, kind: row.kind as CatalogNews['kind'] }))
}

export async function latestNewsId(database: Database): Promise<bigint> {
  const latest = await database.catalogEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  return latest?.id ?? 0n
}

const records = [
  { table: 'catalog_events', key: 'id', time: 'happened_at', days: catalogRecordDays.news },
  { table: 'catalog_probes', key: 'id', time: 'probed_at', days: catalogRecordDays.probes },
  { table: 'catalog_owner_proofs', key: 'digest', time: 'used_at', days: catalogRecordDays.ownerProofs },
]

/** Deletes old news and probes, and used proofs that can no longer pass. */
export async function forgetOldRecords(database: Database, now: Date): Promise<void> {
  for (const { days, ...names } of records) {
    const [table, key, time] = [names.table, names.key, names.time].map((name) => Prisma.raw(name))
    await prune(
      (limit) => database.$executeRaw`
        DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
          SELECT ${key} FROM ${table} WHERE ${time} < ${daysBefore(now, days)}::timestamptz
          ORDER BY ${time} LIMIT ${limit}))`,
    )
  }
}
