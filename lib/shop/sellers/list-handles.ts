import type { Database } from '@/lib/base/infra/database'

/** Handles of shops that sell something now, the newest first. */
export async function listHandles(database: Database, limit: number): Promise<string[]> {
  const rows = await database.seller.findMany({
    where: { suspendedReason: null, routes: { some: { state: 'live', suspendedReason: null } } },
    select: { handle: true },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.map(({ handle }) => handle)
}
