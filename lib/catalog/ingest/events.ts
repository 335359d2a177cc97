import type { Database, DatabaseTransaction } from '@/lib/infra/database'
import { daysBefore, prune } from '@/lib/infra/prune'

export type CatalogNews = {
  id: bigint
  kind: 'added' | 'changed' | 'gone'
  key: string
  resource: string
  happenedAt: Date
}

const PAGE = 200
const KEEP_DAYS = 7

/**
 * Has news of one transaction at a time come to light, until it ends; call it before they are written, when nothing else
 * is left to do. Readers go on from the last id that they saw, and would never see a lower one that appears later.
 */
export async function takeNewsTurn(tx: DatabaseTransaction): Promise<void> {
  await tx.$executeRaw`LOCK TABLE catalog_events IN SHARE row exclusive mode`
}

/** Tells readers of one entry, as the last thing that a transaction does. */
export async function announce(
  tx: DatabaseTransaction,
  { kind, key, resource }: Pick<CatalogNews, 'kind' | 'key' | 'resource'>,
  now: Date,
): Promise<void> {
  await takeNewsTurn(tx)
  await tx.catalogEvent.create({ data: { kind, key, resource, happenedAt: now } })
}

/** News after the given one, oldest first; the latest id when asked from nowhere. */
export async function newsAfter({
  database,
  afterId,
}: {
  database: Database
  afterId: bigint
}): Promise<CatalogNews[]> {
  const rows = await database.catalogEvent.findMany({
    where: { id: { gt: afterId } },
    orderBy: { id: 'asc' },
    take: PAGE,
  })
  // Written by this room alone, with these three kinds.
  return rows.map((row) => ({ ...row, kind: row.kind as CatalogNews['kind'] }))
}

export async function latestNewsId(database: Database): Promise<bigint> {
  const latest = await database.catalogEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  return latest?.id ?? 0n
}

/** Forgets what nobody resumes from or needs any more: old news, probes beyond a month, used proofs beyond their life. */
export async function forgetOldRecords(database: Database, now: Date): Promise<void> {
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM catalog_events WHERE id = ANY (ARRAY(
        SELECT id FROM catalog_events WHERE happened_at < ${daysBefore(now, KEEP_DAYS)}::timestamptz
        ORDER BY happened_at LIMIT ${limit}))`,
  )
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM catalog_probes WHERE id = ANY (ARRAY(
        SELECT id FROM catalog_probes WHERE probed_at < ${daysBefore(now, 31)}::timestamptz
        ORDER BY probed_at LIMIT ${limit}))`,
  )
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM catalog_owner_proofs WHERE digest = ANY (ARRAY(
        SELECT digest FROM catalog_owner_proofs WHERE used_at < ${daysBefore(now, 1)}::timestamptz
        ORDER BY used_at LIMIT ${limit}))`,
  )
}
