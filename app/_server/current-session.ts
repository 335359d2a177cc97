import { headers } from 'next/headers'
import { application } from '@/lib/compose/running'
import { mayShowForCookie } from '@/lib/http/same-origin'
import { type FoundSession, findSession } from '@/lib/sign-in/find-session'
import { readSessionCookie } from '@/lib/sign-in/session-cookie'

/** The reader's session, for pages; null for a request that another site's page made in the reader's name. */
export async function currentSession(): Promise<FoundSession | null> {
  const { database, env } = await application()
  const sent = await headers()
  if (!mayShowForCookie(sent, env.publicOrigin)) return null
  const token = readSessionCookie(env.publicOrigin, sent.get('cookie'))
  return token && findSession(database, { token, now: new Date() })
}
