import { answerXml, feedItem, writeRss } from '@/app/_server/rss'
import { readStorefront } from '@/app/_server/shown-goods'
import { siteFacts } from '@/app/_server/site-facts'
import { notFound } from '@/lib/base/http/problem'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'

export const dynamic = 'force-dynamic'

const IN_FEED = 50

/** A shop's goods on sale at one address each, newest first. */
export async function GET(_request: Request, { params }: RouteContext<'/shop/[handle]/feed.xml'>): Promise<Response> {
  const { handle } = await params
  const shop = await readStorefront(handle)
  if (!shop) return notFound()
  const { origin } = siteFacts()
  const goods = shop.goods.filter(({ method, path }) => method === 'GET' && !/[[*]/.test(path))
  const newest = goods
    .toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
    .slice(0, IN_FEED)
  return answerXml(
    writeRss({
      title: shop.name,
      link: `${origin}/x/${handle}`,
      self: `${origin}/shop/${handle}/feed.xml`,
      description: `What is new for sale at ${shop.name}.`,
      items: newest.map((each) => feedItem(onSale(each, shop, origin))),
    }),
    'application/rss+xml',
  )
}

function onSale(
  { path, kind, cover, ...rest }: Storefront['goods'][number],
  { name, handle }: Storefront,
  origin: string,
): Parameters<typeof feedItem>[0] {
  return {
    ...rest,
    shop: name,
    pageUri: `${origin}/${isPaged(kind) ? 'shop' : 'x'}/${handle}${path}`,
    markdown: kind === 'article' ? `${origin}/x/${handle}${path}.md` : null,
    picture: cover && `${origin}/image/${cover.imageId}/${cover.width}`,
  }
}
