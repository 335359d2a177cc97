import { h } from 'hastscript'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { writeDocument } from '@/lib/base/markdown/write-document'
import type { PaidRoute } from '@/lib/gate/resource-server/paid-route'
import { readDocumentStyles } from '@/lib/site/ui/document-styles'
import { type Article, demoIcon, optionsOfArticle } from './article'
import { readArticleText } from './articles'

type DocumentInput = {
  article: Article
  text: string
  /** Style sheets of the site, embedded: the document is outside the build and knows no file names. */
  styles: string
}

const preloadedFaces = ['literata-latin-400-normal', 'literata-latin-600-normal'].map((face) =>
  h('link', { rel: 'preload', href: `/fonts/${face}.woff2`, as: 'font', type: 'font/woff2', crossOrigin: '' }),
)

const FRAME_STYLES = `body { margin: 0; background: var(--paper); }
.bought { margin: 0 auto; padding: 2rem 1rem 4rem; }`

/** The bought article as a separate document, for a browser at the paid URL. */
export function articleDocument({ article, text, styles }: DocumentInput): string {
  const main = h('main.bought.prose', [
    h('p', h('a', { href: '/articles' }, 'All articles')),
    h('article', [
      h('h1', article.title),
      ...article.opening.map((paragraph) => h('p', paragraph)),
      h('div#bought-text', parseMarkdown(text)),
    ]),
  ])
  return writeDocument({
    title: `${article.title} · Turnpike`,
    styles: `${styles}\n${FRAME_STYLES}`,
    head: preloadedFaces,
    body: [main],
  })
}

/**
 * How many sections a reader asks for: a whole number from 1 to `available`, or all of them by default.
 * Null for anything else; a buyer is never charged for a guess.
 */
function parseSections(value: string | null, available: number): number | null {
  if (value === null) return available
  const count = /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= available ? count : null
}

/** Splits an article's Markdown at its second-level headings; each section starts with its heading. */
function splitSections(text: string): string[] {
  return text
    .split(/^(?=## )/m)
    .map((section) => section.trim())
    .filter((section) => section !== '')
}

export function takeSections(text: string, count: number): string {
  return splitSections(text).slice(0, count).join('\n\n')
}

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
    resource: { iconUrl: demoIcon('article') },
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
    const { search, searchParams } = new URL(request.url)
    if (price.kind === 'fixed') return document(article, text, search)

    const count = parseSections(searchParams.get('sections'), price.sections)
    if (count === null) {
      const detail = `Expected sections between 1 and ${price.sections}. You were not charged.`
      return Response.json({ status: 400, code: 'sections_invalid', detail }, { status: 400 })
    }
    meter.setAmount('0')
    for (let section = 0; section < count; section += 1) meter.charge(price.dollarsPerSection)
    return document(article, takeSections(text, count), search)
  }
}

async function document(article: Article, text: string, search: string): Promise<Response> {
  const html = articleDocument({ article, text, styles: await readDocumentStyles() })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    'content-location': search || 'full',
  }
  return new Response(html, { headers })
}
