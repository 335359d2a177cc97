import { running } from '@/lib/site/compose/running'
import { answerXml, type FeedItem, writeRss } from '../_http/rss'
import { toFeedItem } from '../_http/to-feed-item'
import { newestGoods } from '../_server/public-goods'
import { siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const { goods } = running('site')
  const [{ origin, name }, ofShops] = await Promise.all([siteFacts(), newestGoods()])
  const articles = (goods?.articles.all ?? []).map(
    ({ slug, title, standfirst }): FeedItem => ({
      title,
      link: `${origin}/articles/${slug}`,
      description: standfirst,
      publishedAt: goods?.articles.publishedAt ?? null,
    }),
  )
  const items = [...ofShops.map((each) => toFeedItem(each, origin)), ...articles]
  const description = `What is new for sale on ${name}.`
  return answerXml(
    writeRss({ title: name, link: `${origin}/`, self: `${origin}/feed.xml`, description, items }),
    'application/rss+xml',
  )
}
