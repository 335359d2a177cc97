import type { Database } from '@/lib/base/infra/database'

/** The name of the shop with this handle, for buyers; null for an unknown handle. */
export async function findShopName(database: Database, handle: string): Promise<string | null> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { name: true } })
  return seller?.name ?? null
}
