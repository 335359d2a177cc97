import { createHash } from 'node:crypto'
import { headers } from 'next/headers'
import { currentSession } from '@/app/_server/current-session'
import { isSameOrigin } from '@/lib/base/http/same-origin'
import { redeemGiftLink } from '@/lib/payments/gift-link'
import { running } from '@/lib/site/compose/running'

/** For a request of this site's pages; the wallet is the first of the session. No secret of 256 bits is guessed. */
export async function redeemOwn(secret: string) {
  const { env, database } = running('site')
  const session = isSameOrigin(await headers(), env.publicOrigin) ? await currentSession() : null
  const [wallet] = session?.wallets ?? []
  if (!wallet) return { kind: 'unknown' } as const
  const outcome = await redeemGiftLink(database, createHash('sha256').update(secret).digest('hex'), wallet)
  if (outcome.kind === 'unknown') return { kind: outcome.kind }
  const { pathname, search } = new URL(outcome.resourceUri)
  return { kind: outcome.kind, path: `${pathname}${search}` }
}
