import type { Element, ElementContent, Properties, Root } from 'hast'
import type { Token } from 'markdown-it'
import { LINK_RELATION } from './allow-list'
import { outwardAddress } from './outward-address'

const MAXIMUM_DEPTH = 100

type Open = { children: ElementContent[]; isLink: boolean }

/** The tokens of a text as a tree of elements. What would lie deeper than a page needs stays at the depth allowed. */
export function buildTree(tokens: readonly Token[]): Root {
  const root: Root = { type: 'root', children: [] }
  const open: Open[] = [{ children: root.children as ElementContent[], isLink: false }]
  addTokens(open, tokens)
  return root
}

function addTokens(open: Open[], tokens: readonly Token[]): void {
  for (const token of tokens) {
    const parent = open.at(-1)
    if (!parent) throw new Error('Expected as many ends as beginnings among the tokens of a text.')
    if (token.nesting === 1) open.push(opened(token, parent, open.length))
    else if (token.nesting === -1) open.pop()
    else if (token.type === 'inline') addTokens(open, token.children ?? [])
    else parent.children.push(...leaf(token, parent))
  }
}

/** Paragraphs of a list without blank lines, links to nowhere and too deep nesting are not elements of their own. */
function opened(token: Token, parent: Open, depth: number): Open {
  const href = token.tag === 'a' && !parent.isLink ? outwardAddress(attributeOf(token, 'href')) : null
  if (token.hidden || depth > MAXIMUM_DEPTH || (token.tag === 'a' && href === null)) return parent
  const made = element(token.tag, href === null ? propertiesOf(token) : linkProperties(href))
  parent.children.push(made)
  return { children: made.children, isLink: parent.isLink || href !== null }
}

function leaf(token: Token, parent: Open): ElementContent[] {
  switch (token.type) {
    case 'text':
      return token.content === '' ? [] : [text(token.content)]
    case 'softbreak':
      return [text('\n')]
    case 'hardbreak':
    case 'hr':
      return [element(token.tag)]
    case 'code_inline':
      return [element('code', {}, [text(token.content)])]
    case 'code_block':
    case 'fence':
      return [element('pre', {}, [element('code', {}, [text(token.content)])])]
    case 'image':
      return [imageAsLink(token, parent)]
    default:
      return [text(token.content)]
  }
}

/** Fetching an image would tell its server who reads. */
function imageAsLink(token: Token, parent: Open): ElementContent {
  const words = text(token.content || attributeOf(token, 'src'))
  const href = parent.isLink ? null : outwardAddress(attributeOf(token, 'src'))
  return href === null ? words : element('a', linkProperties(href), [words])
}

const linkProperties = (href: string): Properties => ({ href, rel: LINK_RELATION.split(' ') })

/** Markdown gives no more than a list's first number, and by a style a column's alignment. */
function propertiesOf(token: Token): Properties {
  const align = /^text-align:(center|right)$/.exec(attributeOf(token, 'style'))?.[1]
  const start = token.attrGet('start')
  return { ...(align !== undefined && { align }), ...(start !== null && { start: Number(start) }) }
}

const attributeOf = (token: Token, name: string): string => String(token.attrGet(name) ?? '')

const text = (value: string): ElementContent => ({ type: 'text', value })

const element = (tagName: string, properties: Properties = {}, children: ElementContent[] = []): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
