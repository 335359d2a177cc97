import type { Database } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'

/**
 * Ends one session of an account; ending it twice is the same as once.
 * Fails with `SESSION_NOT_FOUND` for an unknown session and for another person's alike.
 */
export async function revokeSession(
  database: Database,
  { accountId, sessionId, now }: { accountId: string; sessionId: string; now: Date },
): Promise<void> {
  const known = isUuid(sessionId)
    ? await database.session.findFirst({ where: { id: sessionId, accountId }, select: { id: true } })
    : null
  if (!known) throw new DomainError('SESSION_NOT_FOUND', say('sessionUnknown'))
  await database.session.updateMany({ where: { id: sessionId, accountId, revokedAt: null }, data: { revokedAt: now } })
}

/** Ends all sessions of an account except the one that asks, if it names itself. Returns how many. */
export async function revokeOtherSessions(
  database: Database,
  { accountId, exceptSessionId, now }: { accountId: string; exceptSessionId: string | null; now: Date },
): Promise<number> {
  const { count } = await database.session.updateMany({
    where: { accountId, revokedAt: null, ...(exceptSessionId ? { id: { not: exceptSessionId } } : {}) },
    data: { revokedAt: now },
  })
  return count
}

/** Ends every session of every account, at once and in every instance. Returns how many. */
export async function revokeAllSessions(database: Database, now: Date): Promise<number> {
  const { count } = await database.session.updateMany({ where: { revokedAt: null }, data: { revokedAt: now } })
  return count
}
