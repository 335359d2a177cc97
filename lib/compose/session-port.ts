import { maySpeakForCookie } from '@/lib/http/same-origin'
import type { Database } from '@/lib/infra/database'
import type { SessionPort } from '@/lib/resource-server/ports'
import { findSession, type FoundSession } from '@/lib/sign-in/find-session'
import { readSessionCookie } from '@/lib/sign-in/session-cookie'
import type { SessionToken } from '@/lib/sign-in/session-token'

type SessionSource = { database: Database; publicOrigin: string }

/** The session that a request's cookie names; null when there is none that holds, or the request is another site's. */
export async function findRequestSession(
  { database, publicOrigin }: SessionSource,
  request: Request,
): Promise<(FoundSession & { token: SessionToken }) | null> {
  if (!maySpeakForCookie(request.headers, publicOrigin)) return null
  const token = readSessionCookie(publicOrigin, request.headers.get('cookie'))
  if (!token) return null
  const session = await findSession(database, { token, now: new Date() })
  return session && { ...session, token }
}

/** The gate's view of the site's sessions: wallets that open what they have paid for without signing again. */
export function toSessionPort(source: SessionSource): SessionPort {
  return {
    walletsOf: async (request) => (await findRequestSession(source, request))?.wallets ?? [],
  }
}
