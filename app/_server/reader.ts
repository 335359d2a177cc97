import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import { hasPaid } from '@/lib/payments/has-paid'
import { rightOf } from '@/lib/payments/right'
import { application } from '@/lib/site/compose/running'
import { currentSession } from './current-session'

export async function knownWallets(): Promise<string[]> {
  return (await currentSession())?.wallets.map(({ address }) => address) ?? []
}

/** Whether the reader may open a resource of this site without paying: the gate's own check, for pages. */
export async function mayOpen(path: string): Promise<boolean> {
  const session = await currentSession()
  if (!session) return false
  const { database, env } = await application()
  const resourceUri = `${env.publicOrigin}${path}` as ResourceUri // A fixed path of ours, so already canonical.
  return hasPaid(database, { wallets: session.wallets, right: rightOf({ method: 'GET' }, resourceUri) })
}
