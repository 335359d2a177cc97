import type { Database } from '@/lib/base/infra/database'

/** Ends every session of every account, at once and in every instance. Returns how many. */
export async function revokeAllSessions(database: Database, now: Date): Promise<number> {
  const { count } = await database.session.updateMany({ where: { revokedAt: null }, data: { revokedAt: now } })
  return count
}
