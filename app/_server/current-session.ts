import { headers } from 'next/headers'
import { mayShowForCookie } from '@/lib/base/http/same-origin'
import { type FoundSession, findSession } from '@/lib/gate/sign-in/find-session'
import { readSessionCookie } from '@/lib/gate/sign-in/session-cookie'
import { application } from '@/lib/site/compose/running'

/** The reader's session, for pages; null for a request that another site's page made in the reader's name. */
export async function currentSession(): Promise<FoundSession | null> {
  const { database, env } = await application()
  const sent = await headers()
  if (!mayShowForCookie(sent, env.publicOrigin)) return null
  const token = readSessionCookie(env.publicOrigin, sent.get('cookie'))
  return token && findSession(database, { token, now: new Date() })
}
