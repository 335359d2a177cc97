import { h } from 'hastscript'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { writeDocument } from '@/lib/base/markdown/write-document'
import type { Article } from './article'

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
export function parseSections(value: string | null, available: number): number | null {
  if (value === null) return available
  const count = /^[1-9]\d{0,2}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= available ? count : null
}

/** Splits an article's Markdown at its second-level headings; each section starts with its heading. */
export function splitSections(text: string): string[] {
  return text
    .split(/^(?=## )/m)
    .map((section) => section.trim())
    .filter((section) => section !== '')
}

export function takeSections(text: string, count: number): string {
  return splitSections(text).slice(0, count).join('\n\n')
}
