import { answerXml, writeRss } from '@/app/_http/rss'
import { toFeedItem } from '@/app/_http/to-feed-item'
import { newestGoods } from '@/app/_server/public-goods'
import { siteFacts } from '@/app/_server/site-facts'
import { notFound } from '@/lib/base/http/not-found'
import { readStorefront } from '../../_server/read-storefront'

export const dynamic = 'force-dynamic'

/** A shop's goods on sale, newest first. */
export async function GET(_request: Request, { params }: RouteContext<'/shop/[handle]/feed.xml'>): Promise<Response> {
  const { handle } = await params
  const [shop, goods, { origin }] = await Promise.all([readStorefront(handle), newestGoods(handle), siteFacts()])
  if (!shop) return notFound()
  return answerXml(
    writeRss({
      title: shop.name,
      link: `${origin}/x/${handle}`,
      self: `${origin}/shop/${handle}/feed.xml`,
      description: `What is new for sale at ${shop.name}.`,
      items: goods.map((each) => toFeedItem(each, origin)),
    }),
    'application/rss+xml',
  )
}
