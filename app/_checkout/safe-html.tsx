import { createElement, Fragment, memo, type ReactNode } from 'react'
import { MARK_ID } from '@/lib/base/markdown/marks'
import { sectionId, sectionLevel } from '@/lib/base/markdown/sections'

const SECTION = 'data-section'
const kept = new Set(
  `h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code em strong b i s sub sup small mark abbr cite q kbd samp
  var time figure figcaption table caption thead tbody tfoot tr th td hr br article section main header footer aside
  div span a img`.split(/\s+/),
)
const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'form', 'noscript', 'svg', 'math'])
const empty = new Set(['hr', 'br', 'img'])
/** The page around it has its own main part. */
const renamed: Readonly<Record<string, string>> = { main: 'div' }

/**
 * Bought HTML as plain page elements: its words and their order, none of its scripts, styles, forms or frames. Built
 * from a parsed copy that runs nothing, element by element from a list; other elements keep only their text. Under a
 * page's heading its first-level headings become second-level, and one that repeats it is left out. Built again only
 * when the HTML changes.
 */
export const SafeHtml = memo(function SafeHtml({ html, part, title }: { html: string; part?: string; title?: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const root = (part && parsed.querySelector(part)) || parsed.body
  if (title !== undefined) giveWayTo(title, root)
  numberSections(root)
  return <>{childrenOf(root)}</>
})

/** In the parsed copy. */
function giveWayTo(title: string, root: Element): void {
  for (const heading of root.querySelectorAll('h1')) {
    const lower = root.ownerDocument.createElement('h2')
    lower.append(...heading.childNodes)
    if (lower.textContent?.trim() === title.trim()) heading.remove()
    else heading.replaceWith(lower)
  }
}

/** Names the sections of the parsed copy as a contents beside it does; its own attributes of that name go. */
function numberSections(root: Element): void {
  for (const named of root.querySelectorAll(`[${SECTION}]`)) named.removeAttribute(SECTION)
  const headings = [...root.querySelectorAll('h2, h3, h4, h5, h6')]
  const level = sectionLevel(headings.map(({ localName }) => localName))
  const sections = headings.filter(({ localName, textContent }) => localName === level && textContent?.trim() !== '')
  for (const [index, heading] of sections.entries()) heading.setAttribute(SECTION, sectionId(index + 1))
}

const childrenOf = (parent: Element): ReactNode[] =>
  [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    return node instanceof Element ? <Fragment key={index}>{toElement(node)}</Fragment> : null
  })

function toElement(element: Element): ReactNode {
  const name = element.localName
  if (dropped.has(name)) return null
  if (!kept.has(name)) return childrenOf(element)
  if (name === 'img' && !isShownImage(element.getAttribute('src') ?? '')) return element.getAttribute('alt')
  const props = attributesOf(element, name)
  return empty.has(name)
    ? createElement(name, props)
    : createElement(renamed[name] ?? name, props, ...childrenOf(element))
}

function attributesOf(element: Element, name: string): Record<string, string | number> {
  const text = (attribute: string) => element.getAttribute(attribute) ?? ''
  if (name === 'a') {
    if (MARK_ID.test(text('id'))) return { id: text('id') }
    return isWebAddress(text('href')) ? { href: text('href'), rel: 'noopener noreferrer' } : {}
  }
  if (name === 'img') return { src: text('src'), alt: text('alt'), ...sizeOf(text('width'), text('height')) }
  const dir: Record<string, string> = /^(ltr|rtl)$/.test(text('dir')) ? { dir: text('dir') } : {}
  if (element.hasAttribute(SECTION)) return { id: text(SECTION), ...dir }
  if (name === 'td' || name === 'th') return { ...spanOf(text('colspan')), ...dir }
  if (name === 'ol') return /^\d{1,9}$/.test(text('start')) ? { start: Number(text('start')), ...dir } : dir
  return dir
}

/** Relative addresses and http(s); never a script's. */
function isWebAddress(href: string): boolean {
  if (!URL.canParse(href, window.location.href)) return false
  return ['http:', 'https:', 'mailto:'].includes(new URL(href, window.location.href).protocol)
}

/** Pictures of this site and those within the document: loading another would tell its server who reads. */
function isShownImage(src: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(src)) return true
  return URL.canParse(src, window.location.href) && new URL(src, window.location.href).origin === window.location.origin
}

/** In pixels, so that nothing moves while an image loads. */
const sizeOf = (width: string, height: string): Record<string, number> =>
  [width, height].every((side) => /^[1-9]\d{0,4}$/.test(side)) ? { width: Number(width), height: Number(height) } : {}

const spanOf = (span: string): Record<string, number> => (/^[1-9]\d?$/.test(span) ? { colSpan: Number(span) } : {})
