import { headers } from 'next/headers'
import { OPENED } from '@/app/_http/show-bought'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/payment-page'
import { type BoughtGoods, findBought } from '@/lib/shop/sellers/routes/find-goods'
import { running } from '@/lib/site/compose/running'

/** Goods at a path of this site, for a reader whom the gate has let in; only this server can ask for them. */
export async function readOpened(path: string): Promise<BoughtGoods | null> {
  if ((await headers()).get(CHALLENGE_HEADER_NAME) !== OPENED) return null
  const { sellers, env } = running('site')
  return findBought(sellers, `${env.publicOrigin}${path}`)
}
