import type { Database } from '@/lib/base/infra/database'

/** The name of the shop with this handle, for buyers; null for an unknown handle. */
export async function findShopName(database: Database, handle: string): Promise<string | null> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { name: true } })
  return seller?.name ?? null
}

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
