import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { readDocumentStyles } from '@/lib/site/ui/document-styles'
import { type Article, optionsOfArticle } from './article'
import { articleDocument, parseSections, takeSections } from './article-document'
import { readArticleText } from './articles'

/** Each article is its own paid route, with its own price and entry in the bazaar. */
export const articleRoute = (article: Article): PaidRoute => ({
  key: `GET /articles/${article.slug}/full`,
  config: (site) => configOf(article, site),
  handler: handlerOf(article),
})

function configOf(article: Article, site: Parameters<PaidRoute['config']>[0]): ReturnType<PaidRoute['config']> {
  const { title, standfirst, price } = article
  const isMetered = price.kind === 'metered'
  return {
    accepts: optionsOfArticle(article, site),
    takesBudgets: true,
    description: `${title}. ${standfirst}`,
    mimeType: 'text/html',
    query: isMetered ? ['sections'] : 'ignored',
    isUnchanging: true,
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

function handlerOf(article: Article): PaidRoute['handler'] {
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
