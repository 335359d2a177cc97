import { running } from '@/lib/site/compose/running'
import { readManual } from '@/lib/site/manual/read-manual'
import { answerXml, writeSitemap } from '../_server/rss'
import { goodsPages, openShops, siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** Search engines read no more in one map. */
const MOST_ADDRESSES = 50_000

/** Pages for search engines. Paid URLs answer 402, which they do not index; each article, file and pass has a page. */
export async function GET(): Promise<Response> {
  const pages = await listPages(siteFacts().origin)
  return answerXml(writeSitemap(pages.slice(0, MOST_ADDRESSES)), 'application/xml')
}

async function listPages(origin: string): Promise<string[]> {
  const [handles, ofGoods, { pages }] = await Promise.all([openShops(), goodsPages(), readManual()])
  const articles = running('site').goods ? ['/articles'] : []
  const documents = ['/docs', ...pages.map(({ slug }) => `/docs/${slug}`)]
  const paths = ['/', '/bazaar', '/facilitator', ...articles, ...documents, ...handles.map((handle) => `/x/${handle}`)]
  return [...paths.map((path) => `${origin}${path}`), ...ofGoods]
}
