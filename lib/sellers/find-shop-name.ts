import type { Database } from '@/lib/infra/database'

/** The name under which whoever has this handle sells, for buyers; null for a handle that nobody has. */
export async function findShopName(database: Database, handle: string): Promise<string | null> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { name: true } })
  return seller?.name ?? null
}
