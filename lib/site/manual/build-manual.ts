import type { Element, Properties, Root } from 'hast'
import { h } from 'hastscript'
import { outwardAddress } from '@/lib/base/markdown/build-tree'
import { parseDocument } from '@/lib/base/markdown/parse-markdown'
import { wordsOf } from '@/lib/base/markdown/words-of'

export type ManualPage = {
  /** Path below `/docs`, such as `selling` or `decisions/tsx`. */
  slug: string
  title: string
  part: PartName
  /** The first sentence of its first paragraph. */
  summary: string
  tree: Root
  /** The headings of its sections. */
  headings: { title: string; anchor: string }[]
}

type PartName = 'start' | 'sell' | 'buy' | 'operate' | 'reference' | 'internals' | 'decisions'

/** The parts in the order of reading, each with its documents' slugs. */
export type ManualContents = readonly { title: PartName; pages: readonly string[] }[]

export type Manual = {
  parts: { title: PartName; pages: ManualPage[] }[]
  pages: ManualPage[]
}

export type ManualInput = {
  contents: ManualContents
  texts: Readonly<Record<string, string>>
  /** Each with its address, as it stands in its file: a page keeps its place before it arrives. */
  drawings: Readonly<Record<string, string>>
}

export const DRAWINGS = '/diagrams/'

/** The documents as pages: anchors on headings, and links among them. */
export function buildManual({ contents, texts, ...input }: ManualInput): Manual {
  const known = new Set(contents.flatMap(({ pages }) => pages))
  const parts = contents.map(({ title, pages }) => ({
    title,
    pages: pages.map((slug) => buildPage({ slug, part: title, markdown: textOf(slug, texts), known, ...input })),
  }))
  return { parts, pages: parts.flatMap(({ pages }) => pages) }
}

function textOf(slug: string, texts: Readonly<Record<string, string>>): string {
  const text = texts[slug]
  if (text === undefined) throw new Error(`Expected docs/${slug}.md, which the contents name.`)
  return text
}

type PageInput = Pick<ManualInput, 'drawings'> & {
  slug: string
  part: PartName
  markdown: string
  known: ReadonlySet<string>
}

function buildPage({ slug, part, markdown, known, drawings }: PageInput): ManualPage {
  const linkOf = (address: string) => linkFrom(slug, address, known)
  const elements = parseDocument(markdown, linkOf).children.filter((child) => child.type === 'element')
  const [first, ...rest] = elements
  if (first?.tagName !== 'h1') throw new Error(`Expected docs/${slug}.md to begin with its title.`)
  addAnchors(rest)
  const tree: Root = { type: 'root', children: rest.map((element) => within(element, drawings)) }
  const paragraph = rest.find(({ tagName }) => tagName === 'p')
  return {
    slug,
    title: wordsOf(first),
    part,
    summary: paragraph ? (wordsOf(paragraph).split(/(?<=[.?!])\s|:(?:\s|$)/)[0] ?? '') : '',
    tree,
    headings: rest.flatMap((element) =>
      element.tagName === 'h2' ? [{ title: wordsOf(element), anchor: String(element.properties.id) }] : [],
    ),
  }
}

/** Shows drawings, and makes a wide table scroll within the page, also by keyboard. */
function within(element: Element, drawings: ManualInput['drawings']): Element {
  const [first] = element.children
  const address = first?.type === 'element' ? String(first.properties.href ?? '') : ''
  if (first && address.startsWith(DRAWINGS)) {
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawings[address] ?? '') ?? []
    return h(
      'a.diagram',
      { href: address },
      h('img', { src: address, alt: wordsOf(first), width, height, loading: 'lazy' }),
    )
  }
  if (element.tagName !== 'table') return element
  const properties = { className: ['overflow-x-auto'], tabIndex: 0, role: 'group', ariaLabel: 'Table' }
  return { type: 'element', tagName: 'div', properties, children: [element] }
}

/** Links documents to their pages, and addresses of the site to themselves; other files of the project have no page. */
function linkFrom(slug: string, address: string, known: ReadonlySet<string>): Properties | null {
  if (address.startsWith('#') || address.startsWith('/')) return { href: address }
  const outward = outwardAddress(address)
  if (outward !== null) return { href: outward, rel: ['noopener', 'noreferrer'] }
  const here = new URL(`file:///docs/${slug}.md`)
  if (!URL.canParse(address, here)) return null
  const { protocol, pathname, hash } = new URL(address, here)
  if (protocol !== 'file:') return null
  if (pathname.startsWith(`/public${DRAWINGS}`)) return { href: pathname.slice('/public'.length) }
  const document = /^\/docs\/(.*?)(\.md|\/)?$/.exec(pathname)?.[1] ?? ''
  if (known.has(document)) return { href: `/docs/${document}${hash}` }
  return pathname === '/docs/decisions/' ? { href: '/docs#decisions' } : null
}

const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/**
 * Gives headings their anchor, and the codes in a row's first cell themselves as theirs (error codes).
 * Anchors are unique: a second heading of the same words gets a number, a second code none.
 */
function addAnchors(elements: readonly Element[]): void {
  const given = new Set<string>()
  for (const element of elements) {
    if (/^h[2-6]$/.test(element.tagName)) element.properties.id = freeAnchor(anchorOf(wordsOf(element)), given)
  }
  for (const code of elements.flatMap(rowsOf).flatMap(codesAtBeginningOf)) {
    const anchor = wordsOf(code)
    if (given.has(anchor)) continue
    given.add(anchor)
    code.properties.id = anchor
  }
}

function freeAnchor(anchor: string, given: Set<string>): string {
  let free = anchor
  for (let again = 1; given.has(free); again += 1) free = `${anchor}-${again}`
  given.add(free)
  return free
}

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => child.type === 'element')

function rowsOf(element: Element): Element[] {
  return element.tagName === 'tr' ? [element] : elementsIn(element).flatMap(rowsOf)
}

/** The codes in a row's first cell. */
function codesAtBeginningOf(row: Element): Element[] {
  const [cell] = elementsIn(row)
  if (cell?.tagName !== 'td') return []
  return elementsIn(cell).filter((code) => code.tagName === 'code' && /^[\w-]+$/.test(wordsOf(code)))
}
