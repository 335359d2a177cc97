import { articleDocument } from '@/lib/articles/article-document'
import type { Article } from '@/lib/articles/article'
import { articles } from '@/lib/articles/articles'
import { parseSections } from '@/lib/articles/parse-sections'
import { readArticleText } from '@/lib/articles/read-article-text'
import { takeSections } from '@/lib/articles/take-sections'
import { type PaidHandler, protect, type RouteConfig, type Shop } from '@/lib/compose/protect'
import { optionsOfArticle } from '../../_components/options-of-article'
import { readDocumentStyles } from '@/lib/ui/document-styles'

/** Next.js hands the request over as it is, instead of watching each reading of it: a 402 costs less. */
export const dynamic = 'force-dynamic'

/** Each article is a paid route of its own: its price is its own, and so is its entry in the bazaar. */
const gated = new Map(
  articles.map((article) => [
    article.slug,
    protect(`GET /articles/${article.slug}/full`, (shop) => configOf(article, shop), handlerOf(article)),
  ]),
)

type Method = keyof NonNullable<ReturnType<(typeof gated)['get']>>
type Context = { params: Promise<{ slug: string }> }

const answer =
  (method: Method) =>
  async (request: Request, { params }: Context): Promise<Response> => {
    const article = gated.get((await params).slug)
    if (article) return article[method](request)
    return Response.json({ status: 404, code: 'article_unknown', detail: 'There is no such article.' }, { status: 404 })
  }

export const GET = answer('GET')
export const HEAD = answer('HEAD')
export const POST = answer('POST')
export const PUT = answer('PUT')
export const PATCH = answer('PATCH')
export const DELETE = answer('DELETE')
export const OPTIONS = answer('OPTIONS')

function configOf(article: Article, shop: Shop): RouteConfig {
  const { title, standfirst, price } = article
  const isMetered = price.kind === 'metered'
  return {
    accepts: optionsOfArticle(article, shop),
    description: `${title}. ${standfirst}`,
    mimeType: 'text/html',
    query: isMetered ? ['sections'] : [],
    extensions: {
      'sign-in-with-x': { statement: 'Sign in to read the article that you have bought.' },
      bazaar: {
        discoverable: true,
        ...(isMetered && {
          input: { sections: '2' },
          inputSchema: {
            queryParams: {
              sections: {
                type: 'string',
                description: `How many sections, 1 to ${price.sections}, ${price.dollarsPerSection} each`,
                required: false,
              },
            },
          },
        }),
      },
    },
  }
}

function handlerOf(article: Article): PaidHandler {
  const { slug, price } = article
  return async (request, { meter }) => {
    const text = await readArticleText(slug)
    if (price.kind === 'fixed') return document(article, text)

    const count = parseSections(new URL(request.url).searchParams.get('sections'), price.sections)
    if (count === null) {
      const detail = `Expected sections between 1 and ${price.sections}. You were not charged.`
      return Response.json({ status: 400, code: 'sections_invalid', detail }, { status: 400 })
    }
    meter.setAmount('0')
    for (let section = 0; section < count; section += 1) meter.charge(price.dollarsPerSection)
    return document(article, takeSections(text, count))
  }
}

async function document(article: Article, text: string): Promise<Response> {
  const html = articleDocument({ article, text, styles: await readDocumentStyles() })
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': 'en' } })
}
