import { running } from '@/lib/site/compose/running'
import { readManual } from '@/lib/site/manual/read-manual'
import { answerXml, writeSitemap } from '../_http/rss'
import { openShops, siteFacts } from '../_server/site-facts'

export const dynamic = 'force-dynamic'

/** Pages for search engines. Paid URLs answer 402, which they do not index; the pages of their shops lead there. */
export async function GET(): Promise<Response> {
  const { goods } = running('site')
  const [{ origin }, handles, { pages }] = await Promise.all([siteFacts(), openShops(), readManual()])
  const articles = goods ? ['/articles', ...goods.articles.all.map(({ slug }) => `/articles/${slug}`)] : []
  const documents = ['/docs', ...pages.map(({ slug }) => `/docs/${slug}`)]
  const paths = ['/', '/bazaar', '/facilitator', ...articles, ...documents, ...handles.map((handle) => `/x/${handle}`)]
  return answerXml(writeSitemap(paths.map((path) => `${origin}${path}`)), 'application/xml')
}
