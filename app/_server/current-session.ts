import { headers } from 'next/headers'
import { mayShowForCookie } from '@/lib/base/http/request-headers'
import { readPurchaseRecord } from '@/lib/gate/sign-in/purchase-record'
import { readSessionCookie } from '@/lib/gate/sign-in/session-cookie'
import { type FoundSession, findSession } from '@/lib/gate/sign-in/sessions'
import type { Owner } from '@/lib/payments/payment-sql'
import { running } from '@/lib/site/compose/running'

/** The reader's session, for pages; null for a request that another site's page made in the reader's name. */
export async function currentSession(): Promise<FoundSession | null> {
  const { database, env } = running('site')
  const token = readSessionCookie(env.publicOrigin, await currentCookie())
  return token && findSession(database, { token, now: new Date() })
}

/** Whose purchases a page may show: those of the session's wallets, and what this browser has received. */
export async function currentOwner(): Promise<Owner> {
  const { env, signIn } = running('site')
  const payments = readPurchaseRecord({ publicOrigin: env.publicOrigin, signIn }, await currentCookie())
  return { wallets: (await currentSession())?.wallets ?? [], payments }
}

async function currentCookie(): Promise<string | null> {
  const { env } = running('site')
  const sent = await headers()
  return mayShowForCookie(sent, env.publicOrigin) ? sent.get('cookie') : null
}
