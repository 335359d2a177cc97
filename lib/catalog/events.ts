import type { Database } from '@/lib/infra/database'

export type CatalogNews = {
  id: bigint
  kind: 'added' | 'changed' | 'gone'
  key: string
  resource: string
  happenedAt: Date
}

const PAGE = 200
const KEEP_DAYS = 7

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
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  await database.catalogEvent.deleteMany({ where: { happenedAt: { lt: daysAgo(KEEP_DAYS) } } })
  await database.catalogProbe.deleteMany({ where: { probedAt: { lt: daysAgo(31) } } })
  await database.catalogOwnerProof.deleteMany({ where: { usedAt: { lt: daysAgo(1) } } })
}
