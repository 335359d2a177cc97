import { running } from '@/lib/site/compose/running'
import { readManual } from '@/lib/site/manual/read-manual'
import { answerXml, writeSitemap } from '../_server/rss'
import { goodsPages, openShops, siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** Addresses in one map; with more, `/sitemap.xml` lists maps with the query `part`, from 1. */
const IN_ONE_MAP = 10_000

/** Pages for search engines. Paid URLs answer 402, which they do not index; each article, file and pass has a page. */
export async function GET(request: Request): Promise<Response> {
  const { origin } = siteFacts()
  const pages = await listPages(origin)
  const parts = Math.ceil(pages.length / IN_ONE_MAP)
  const part = Number(new URL(request.url).searchParams.get('part') ?? 0)
  if (parts > 1 && part === 0) {
    const maps = Array.from({ length: parts }, (_, index) => `${origin}/sitemap.xml?part=${index + 1}`)
    return answerXml(writeSitemap(maps, { isIndex: true }), 'application/xml')
  }
  const start = Math.max(0, part - 1) * IN_ONE_MAP
  return answerXml(writeSitemap(pages.slice(start, start + IN_ONE_MAP)), 'application/xml')
}

async function listPages(origin: string): Promise<string[]> {
  const [handles, ofGoods, { pages }] = await Promise.all([openShops(), goodsPages(), readManual()])
  const articles = running('site').goods ? ['/articles'] : []
  const documents = ['/docs', ...pages.map(({ slug }) => `/docs/${slug}`)]
  const paths = ['/', '/bazaar', '/facilitator', ...articles, ...documents, ...handles.map((handle) => `/x/${handle}`)]
  return [...paths.map((path) => `${origin}${path}`), ...ofGoods]
}
