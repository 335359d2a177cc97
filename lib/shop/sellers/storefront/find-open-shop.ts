import type { Database } from '@/lib/base/infra/database'

/** The name of a shop with a public page; null for an unknown handle and for a suspended shop alike. */
export function findOpenShop(database: Database, handle: string): Promise<{ name: string } | null> {
  return database.seller.findFirst({ where: { handle, suspendedReason: null }, select: { name: true } })
}
