import type { Root } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import type { Token } from 'markdown-it'
import { allowList } from './allow-list'
import { isMore, tokensOf, withinLines } from './bounded-parser'
import { buildTree, doubtful, type LinkRule, lines, outwardLink } from './build-tree'
import { joinFragments } from './fragment-links'
import { imageIdOf, type ShownImages } from './images'
import { setDirections } from './words-of'

/**
 * Markdown as a tree of only the elements and attributes of the allow-list, whatever was written: its own HTML is shown
 * as text, its comments are not shown, links lead only to web and mail addresses and to places in the text, and an image
 * elsewhere is a link to it. Its headings begin below the title of the page. Takes time and memory in proportion to the
 * text and the images that it shows, and formats a bounded part of it.
 * @param images the ones that may be shown; others appear as their words
 * @param name two texts of one page need two
 */
export function parseMarkdown(markdown: string, images: ShownImages = none, name = 'text'): Root {
  const formatted = withinLines(markdown)
  const tokens = lowerHeadings(markDoubtful(tokensOf(formatted), formatted))
  const tree = sanitize(setDirections(joinFragments(buildTree(tokens, { images }), name)), allowList)
  const children = tree.type === 'root' ? tree.children : []
  const rest = markdown.slice(formatted.length)
  return { type: 'root', children: rest === '' ? children : [...children, lines({ type: 'text', value: rest })] }
}

/**
 * A document of the project as a tree, with its headings as they are. `linkOf` decides what its links become. Only for
 * our own texts: they may link within the site, which a seller's text may not.
 */
export const parseDocument = (markdown: string, linkOf: LinkRule): Root => buildTree(tokensOf(markdown), { linkOf })

/** Markup of HTML and of other dialects; `import` and `export` as MDX has them. */
const FOREIGN = /<\/?[a-z][^<>\n]*>|\{\{.*?\}\}|\{%.*?%\}|^:::.*|^import .* from ['"].*|^export (?:const|default) .*/gim

/** Parts of a text that its page shows as they were written, and addresses that it leaves out; five at most. */
export function unreadIn(markdown: string): string[] {
  const tokens = tokensOf(markdown).flatMap((token) => token.children ?? [token])
  const found = tokens.flatMap((token) => {
    if (isMore(token)) return ['<!-- more -->']
    if (token.type === 'fold' && token.nesting === 0) return [token.content]
    const address = token.attrGet('href') ?? token.attrGet('src')
    if (address === null) return token.type === 'text' ? (token.content.match(FOREIGN) ?? []) : []
    return outwardLink(String(address)) || imageIdOf(String(address)) ? [] : [String(address)]
  })
  return [...new Set(found)].slice(0, 5)
}

const none: ShownImages = new Map()

/**
 * Marks headings that their writer may not have meant, and which are therefore not told before payment: a paragraph above
 * a line of dashes, and a line that begins with `#` below another one, as where a paragraph is wrapped at "number # 1".
 */
function markDoubtful(tokens: Token[], text: string): Token[] {
  const written = text.split(/\r\n?|\n/)
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const isBelowHeading = tokens[at - 1]?.type === 'heading_close'
    const lineBefore = written[(token.map?.[0] ?? 0) - 1] ?? ''
    const isBelowText = lineBefore.trim() !== '' && !isBelowHeading
    if (isBelowText || !token.markup.startsWith('#')) token.meta = doubtful
  }
  return tokens
}

/** Lowers all headings of a text that begins with a first-level heading: the page's only one is its title. */
function lowerHeadings(tokens: Token[]): Token[] {
  if (!tokens.some(({ tag }) => tag === 'h1')) return tokens
  for (const token of tokens) {
    const level = /^h([1-6])$/.exec(token.tag)?.[1]
    if (level !== undefined) token.tag = `h${Math.min(6, Number(level) + 1)}`
  }
  return tokens
}
