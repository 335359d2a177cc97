import { splitAtDivider } from '@/lib/base/markdown/free-part'
import { takeFrontMatter } from '@/lib/base/markdown/front-matter'

/** The article in a Markdown file; missing fields are empty. */
type ImportedArticle = { title: string; teaser: string; body: string; price: string; path: string }

/** More than this is no text that someone wrote; the server takes half a million characters. */
export const LARGEST_MARKDOWN_BYTES = 2_000_000

const FIRST_HEADING = /^\s*# +(.+?)(?: +#+)?[ \t]*(?:\r?\n|$)/

/**
 * Reads an article from a Markdown file as other programs write it: front matter in YAML (`title`; `price`; `teaser`,
 * `excerpt`, `summary` or `description`; `path` or `slug`), the text above `<!--more-->` as the teaser, a first heading
 * as the title, else the file's name. Fails where the front matter is not YAML.
 */
export function readMarkdownFile(text: string, fileName: string): ImportedArticle {
  const { front, text: below } = takeFrontMatter(text)
  const said = plainValues(front ?? {})
  let body = below.trim()
  const [headingLine = '', heading = ''] = FIRST_HEADING.exec(body) ?? []
  // The title is shown above the text already; otherwise it would be there twice.
  if (headingLine !== '' && (said.title === undefined || said.title === heading))
    body = body.slice(headingLine.length).trim()
  const divided = splitAtDivider(body)
  const above = divided?.free.trim() ?? ''
  if (divided) body = divided.paid.trim()
  return {
    title: said.title ?? (heading || fileName.replace(/\.[^.]*$/, '')),
    teaser: above || (said.teaser ?? said.excerpt ?? said.summary ?? said.description ?? ''),
    body,
    price: said.price ?? '',
    path: said.path ?? said.slug ?? '',
  }
}

/** The texts and numbers of front matter; lists, dates and nested values are ignored. */
function plainValues(front: Record<string, unknown>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(front).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name.toLowerCase(), String(value).trim()]] : [],
    ),
  )
}
