import { headers } from 'next/headers'
import { OPENED } from '@/app/_http/show-bought'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/payment-page'
import { findPublicImage } from '@/lib/shop/sellers/images/images'
import { findBought, findGoods } from '@/lib/shop/sellers/routes/find-goods'
import { running } from '@/lib/site/compose/running'

/** The public facts of a seller's goods; null for goods of the site itself. */
export const readGoods = (resourceUri: string) => findGoods(running('site').sellers, resourceUri)

/** Goods at a path of this site, for a reader whom the gate has let in; only this server can ask for them. */
export async function readOpened(path: string) {
  if ((await headers()).get(CHALLENGE_HEADER_NAME) !== OPENED) return null
  const { sellers, env } = running('site')
  return findBought(sellers, `${env.publicOrigin}${path}`)
}

/** The public image at an address of this site, as WebP; null for every other. */
export const readPublicImage = (asked: Parameters<typeof findPublicImage>[1]) =>
  findPublicImage(running('site').database, asked)
