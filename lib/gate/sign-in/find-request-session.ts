import { maySpeakForCookie } from '@/lib/base/http/same-origin'
import type { Database } from '@/lib/base/infra/database'
import { type FoundSession, findSession } from './find-session'
import { readSessionCookie } from './session-cookie'
import type { SessionToken } from './session-token'

/** The session that a request's cookie names; null without a valid one, or when the request is another site's. */
export async function findRequestSession(
  { database, publicOrigin }: { database: Database; publicOrigin: string },
  request: Request,
  mayUseCookie = maySpeakForCookie,
): Promise<(FoundSession & { token: SessionToken }) | null> {
  if (!mayUseCookie(request.headers, publicOrigin)) return null
  const token = readSessionCookie(publicOrigin, request.headers.get('cookie'))
  if (!token) return null
  const session = await findSession(database, { token, now: new Date() })
  return session && { ...session, token }
}
