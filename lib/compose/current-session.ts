import { headers } from 'next/headers'
import { findSession, type FoundSession } from '@/lib/sign-in/find-session'
import { readSessionCookie } from '@/lib/sign-in/session-cookie'
import { application } from './application'

/** The reader's session, for pages. */
export async function currentSession(): Promise<FoundSession | null> {
  const { database, env } = await application()
  const token = readSessionCookie(env.publicOrigin, (await headers()).get('cookie'))
  return token && findSession(database, { token, now: new Date() })
}
