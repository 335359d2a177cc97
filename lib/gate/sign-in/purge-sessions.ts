import type { Database } from '@/lib/base/infra/database'
import { sessionPolicy } from './session-policy'

const SESSION_KEPT_MS = 24 * 3_600_000

/** Deletes sessions that ended a day ago or more. Returns how many. For a job. */
export async function purgeSessions(database: Database, now: Date): Promise<number> {
  const ended = new Date(now.getTime() - SESSION_KEPT_MS)
  const idle = new Date(ended.getTime() - sessionPolicy.idleMs)
  const { count } = await database.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: ended } }, { revokedAt: { lt: ended } }, { seenAt: { lt: idle } }] },
  })
  return count
}
