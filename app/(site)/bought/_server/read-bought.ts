import { headers } from 'next/headers'
import { application } from '@/lib/compose/application'
import { listPurchases, type PurchaseView } from '@/lib/payments/list-purchases'
import { type BoughtGoods, findBought } from '@/lib/sellers/routes/find-bought'
import { CHALLENGE_HEADER_NAME } from '@/lib/x402/payment-page'
import { OPENED } from '../../../_http/show-bought'
import { currentSession } from '../../../_server/current-session'

export type { BoughtGoods } from '@/lib/sellers/routes/find-bought'

/** Goods at a path of this site, for a reader whom the gate has let in: this server says so, and nobody else can. */
export async function readOpened(path: string): Promise<BoughtGoods | null> {
  if ((await headers()).get(CHALLENGE_HEADER_NAME) !== OPENED) return null
  const { sellers, env } = await application()
  return findBought(sellers, `${env.publicOrigin}${path}`)
}

/** The reader's own payment for it; null where another way led here, such as a sign-in alone. */
export async function findOwnPurchase(path: string): Promise<PurchaseView | null> {
  const session = await currentSession()
  if (!session) return null
  const { database, env } = await application()
  const resourceUri = `${env.publicOrigin}${path}`
  const found = await listPurchases(database, { wallets: session.wallets, search: resourceUri })
  return found.find((each) => each.resourceUri === resourceUri) ?? null
}
