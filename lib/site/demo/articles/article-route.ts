import type { PaidRoute } from '@/lib/gate/resource-server/route-config'
import { type CopyType, prefersMarkdown, writeArticle } from '@/lib/shop/sellers/produce/produce-goods'
import { type Article, demoIcon, optionsOfArticle, readArticleText } from './articles'

/** Each article is its own paid route, with its own price and entry in the bazaar. */
export const articleRoute = (article: Article): PaidRoute => ({
  key: `GET /articles/${article.slug}/full`,
  config: (site) => ({
    accepts: optionsOfArticle(article, site),
    offersOnPages: true,
    description: `${article.title}. ${article.standfirst}`,
    mimeType: 'text/html',
    resource: { iconUrl: demoIcon('article') },
    query: article.sections ? ['sections'] : 'ignored',
    isUnchanging: true,
    extensions: {
      'sign-in-with-x': { statement: 'Sign in to read the article that you have bought.' },
      bazaar: { discoverable: true, ...inputOf(article) },
    },
  }),
  handler: handlerOf(article),
})

function inputOf({ sections }: Article) {
  if (!sections) return {}
  const description = `How many sections, 1 to ${sections.count}, ${sections.dollars} each`
  return {
    input: { sections: '2' },
    inputSchema: { queryParams: { sections: { type: 'string', description, required: false } } },
  }
}

function handlerOf(article: Article): PaidRoute['handler'] {
  const { sections: sold } = article
  return async (request, { meter }) => {
    const { searchParams } = new URL(request.url)
    const mimeType = prefersMarkdown(request.headers) ? 'text/markdown' : 'text/html'
    const form = { mimeType, isSaved: searchParams.has('save') } as const
    if (!sold) return produceOwn(article, form)
    const wanted = searchParams.get('sections')
    const sections = wanted === null ? sold.count : Number(wanted)
    // A buyer is never charged for a guess.
    if ((wanted !== null && !/^[1-9]\d?$/.test(wanted)) || sections > sold.count) {
      const detail = `Expected sections between 1 and ${sold.count}. You were not charged.`
      return Response.json({ status: 400, code: 'sections_invalid', detail }, { status: 400 })
    }
    meter.setAmount('0')
    for (let section = 0; section < sections; section += 1) meter.charge(sold.dollars)
    const answer = await produceOwn(article, { ...form, sections })
    if (wanted !== null) answer.headers.set('content-location', `?sections=${wanted}&save`)
    return answer
  }
}

type CopyForm = { mimeType: CopyType; isSaved: boolean; sections?: number }

/** The article, or its first `sections`, each of which begins with its heading, written as a shop's article is. */
export async function produceOwn(article: Article, { mimeType, isSaved, sections }: CopyForm): Promise<Response> {
  const { slug, title, opening } = article
  const parts = (await readArticleText(slug)).split(/^(?=## )/m).filter((part) => part.trim() !== '')
  return writeArticle({
    title,
    teaser: opening.join('\n\n'),
    body: parts.slice(0, sections).join('').trim(),
    images: new Map(),
    mimeType,
    savedAs: isSaved ? slug : null,
  })
}
