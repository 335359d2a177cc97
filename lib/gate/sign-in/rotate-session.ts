import type { Database } from '@/lib/base/infra/database'
import type { SessionToken } from './session-token'
import { createSessionToken, hashSessionToken } from './session-token'

/**
 * Gives a session a new token. The old one works a little longer, for requests on their way.
 * Null when the session is gone or another request rotated it first; that one's answer carries the new cookie.
 */
export async function rotateSession(
  database: Database,
  { token, now }: { token: SessionToken; now: Date },
): Promise<SessionToken | null> {
  const [fresh, old] = [createSessionToken(), hashSessionToken(token)]
  const { count } = await database.session.updateMany({
    where: { tokenHash: old, revokedAt: null, expiresAt: { gt: now } },
    data: { tokenHash: hashSessionToken(fresh), previousTokenHash: old, rotatedAt: now, seenAt: now },
  })
  return count === 1 ? fresh : null
}
