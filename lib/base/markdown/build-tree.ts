import type { Element, ElementContent, Properties, Root } from 'hast'
import type { Token } from 'markdown-it'
import { IMAGE_SIZES, LINK_RELATION } from './allow-list'
import { fragmentLink } from './fragment-links'
import { imageIdOf, type ShownImages } from './images'

const MAXIMUM_DEPTH = 100

type Open = { children: ElementContent[]; isLink: boolean }

/** Attributes of a link, by the address that was written; null shows only its words. */
export type LinkRule = (address: string) => Properties | null

type Rules = { linkOf: LinkRule; images: ShownImages }

/** The tokens of a text as a tree of elements. What would lie deeper than a page needs stays at the depth allowed. */
export function buildTree(
  tokens: readonly Token[],
  { linkOf = outwardLink, images = new Map() }: Partial<Rules> = {},
): Root {
  const root: Root = { type: 'root', children: [] }
  const open: Open[] = [{ children: root.children as ElementContent[], isLink: false }]
  addTokens(open, tokens, { linkOf, images })
  return root
}

function addTokens(open: Open[], tokens: readonly Token[], rules: Rules): void {
  for (const token of tokens) {
    const parent = open.at(-1)
    if (!parent) throw new Error('Expected as many ends as beginnings among the tokens of a text.')
    if (token.nesting === 1) open.push(opened(token, parent, { depth: open.length, linkOf: rules.linkOf }))
    else if (token.nesting === -1) open.pop()
    else if (token.type === 'inline') addTokens(open, token.children ?? [], rules)
    else parent.children.push(...leaf(token, parent, rules))
  }
}

/** Paragraphs of a list without blank lines, links to nowhere and too deep nesting are not elements of their own. */
function opened(token: Token, parent: Open, { depth, linkOf }: { depth: number; linkOf: LinkRule }): Open {
  const link = token.tag === 'a' && !parent.isLink ? linkOf(attributeOf(token, 'href')) : null
  if (token.hidden || depth > MAXIMUM_DEPTH || (token.tag === 'a' && link === null)) return parent
  const made = element(token.tag, link ?? propertiesOf(token))
  parent.children.push(made)
  return { children: made.children, isLink: parent.isLink || link !== null }
}

function leaf(token: Token, parent: Open, rules: Rules): ElementContent[] {
  switch (token.type) {
    case 'text':
      return token.content === '' ? [] : [text(token.content)]
    case 'comment':
      return []
    case 'softbreak':
      return [text('\n')]
    case 'hardbreak':
    case 'hr':
      return [element(token.tag)]
    case 'code_inline':
      return [code(token)]
    case 'code_block':
    case 'fence':
      return [lines(code(token))]
    case 'image':
      return [ownImage(token, rules.images) ?? imageAsLink(token, parent, rules.linkOf)]
    default:
      return [text(token.content)]
  }
}

const code = ({ info, content }: Token): Element =>
  element('code', info.trim() === 'math' ? { className: ['math'] } : {}, [text(content)])

function ownImage(token: Token, images: ShownImages): ElementContent | null {
  const shown = images.get(imageIdOf(attributeOf(token, 'src')) ?? '')
  return shown
    ? element('img', { ...shown, ...(shown.srcSet && { sizes: IMAGE_SIZES }), alt: plainWords(token) })
    : null
}

const plainWords = (token: Token): string =>
  (token.children ?? [])
    .map((child) => (child.type === 'softbreak' ? ' ' : child.type === 'image' ? plainWords(child) : child.content))
    .join('')

/** Makes it a link: fetching an image would tell its server who reads. */
function imageAsLink(token: Token, parent: Open, linkOf: LinkRule): ElementContent {
  const address = attributeOf(token, 'src')
  const words = text(plainWords(token) || (imageIdOf(address) === null ? address : ''))
  const link = parent.isLink ? null : linkOf(address)
  return link === null ? words : element('a', link, [words])
}

export function outwardLink(address: string): Properties | null {
  const inside = fragmentLink(address)
  if (inside) return inside
  const href = outwardAddress(address)
  return href === null ? null : { href, rel: LINK_RELATION.split(' ') }
}

/**
 * An address elsewhere, as a browser reads it; null for a relative one, for another scheme than the web's and mail's,
 * and for one with a name or password, which looks like another host.
 */
export function outwardAddress(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.username === '' && url.password === '' ? url.href : null
}

/** The `meta` of a heading's token whose writer may not have meant one. */
export const doubtful = { isDoubtful: true }

/** Markdown gives no more than a list's first number, by a style a column's alignment, and the mark of a footnote. */
function propertiesOf(token: Token): Properties {
  const align = /^text-align:(center|right)$/.exec(attributeOf(token, 'style'))?.[1]
  const [start, id] = [token.attrGet('start'), token.attrGet('id')]
  return {
    ...(token.meta === doubtful && { dataDoubtful: '' }),
    ...(align !== undefined && { align }),
    ...(id !== null && { id }),
    ...(/^<details open/i.test(token.content) && { open: true }),
    ...(start !== null && { start: Number(start) }),
  }
}

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

const text = (value: string): ElementContent => ({ type: 'text', value })

/** Long lines scroll inside their block, also by keyboard. */
export const lines = (words: ElementContent): Element => element('pre', { tabIndex: 0 }, [words])

const element = (tagName: string, properties: Properties = {}, children: ElementContent[] = []): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
