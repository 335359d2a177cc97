import type { Database } from '@/lib/base/infra/database'

/** The name of a shop that visitors find at its page; null for an unknown handle and for a suspended shop alike. */
export function findOpenShop(database: Database, handle: string): Promise<{ name: string } | null> {
  return database.seller.findFirst({ where: { handle, suspendedReason: null }, select: { name: true } })
}
