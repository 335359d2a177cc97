'use client'

import type { Root } from 'hast'
import { fromDom } from 'hast-util-from-dom'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { useTranslations } from 'next-intl'
import { type ComponentProps, memo } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { allowList, LINK_RELATION, MARK_ID } from '@/lib/base/markdown/allow-list'
import { sectionId, sectionLevel } from '@/lib/base/markdown/sections'
import { buttonClass } from '@/lib/site/ui/button-class'
import type { Content } from './read-content'

type ShownProps = {
  content: Content
  part?: string
  title?: string
}

/** Content of any type, shown without letting it run anything, and always offered as a file to save. */
export function BoughtContent({ content, ...rest }: ShownProps) {
  const t = useTranslations('checkout.bought')
  return (
    <div className="grid gap-6">
      <Shown content={content} {...rest} />
      <p>
        <a href={content.address} download={content.file.name} className={buttonClass('plain')}>
          {t('save')}
        </a>
      </p>
    </div>
  )
}

function Shown({ content, ...rest }: ShownProps) {
  const t = useTranslations('checkout.bought')
  switch (content.kind) {
    case 'html':
      return (
        <div className="prose min-w-0 overflow-x-auto overflow-y-hidden">
          <SafeHtml html={content.text} {...rest} />
        </div>
      )
    case 'json':
    case 'text':
      return (
        <pre className="figures border border-rule bg-sheet p-4 text-small wrap-anywhere whitespace-pre-wrap">
          {content.text}
        </pre>
      )
    case 'image':
      // oxlint-disable-next-line nextjs/no-img-element -- It exists only in this browser; no server can resize it.
      return <img src={content.address} alt={content.file.name} className="max-w-full" />
    case 'pdf':
      return <iframe src={content.address} title={content.file.name} className="h-[80vh] w-full border border-rule" />
    case 'other':
      return <p>{t('file')}</p>
  }
}

const PIXELS = /^[1-9]\d{0,4}$/

/** The allow-list of all sellers' texts, and what a whole document has besides. */
const documentList: Schema = {
  ...allowList,
  tagNames: [
    ...(allowList.tagNames ?? []),
    ...'h1 dl dt dd b i sub sup small mark abbr cite q kbd samp var time figure figcaption caption tfoot'.split(' '),
    ...'article section main header footer aside div span'.split(' '),
  ],
  attributes: {
    '*': [['dir', 'auto', 'ltr', 'rtl']],
    ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, [['id', /^part-\d+$/]]])),
    a: ['href', ['id', MARK_ID]],
    img: ['src', 'alt', ['width', PIXELS], ['height', PIXELS]],
    code: [['className', 'math']],
    li: [['id', MARK_ID]],
    ol: [['start', /^\d{1,9}$/]],
    th: [['colSpan', /^[1-9]\d?$/]],
    td: [['colSpan', /^[1-9]\d?$/]],
  },
  required: { a: { rel: LINK_RELATION.split(' ') } },
  strip: [...(allowList.strip ?? []), ...'iframe object embed form noscript svg math'.split(' ')],
}

/**
 * Bought HTML as plain page elements: its words and their order, none of its scripts, styles, forms or frames. Built
 * from a parsed copy that runs nothing, by the allow-list. Under a page's heading its first-level headings become
 * second-level, and one that repeats it is left out. Built again only when the HTML changes.
 */
const SafeHtml = memo(function SafeHtml({ html, part, title }: { html: string; part?: string; title?: string }) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const root = (part && parsed.querySelector(part)) || parsed.body
  if (title !== undefined) giveWayTo(title, root)
  numberSections(root)
  hideForeignImages(root)
  const copy = fromDom(root)
  const children = 'children' in copy ? (copy as Root).children : []
  const tree = sanitize({ type: 'root', children }, documentList)
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, tableCellAlignToStyle: false, components })
})

const components = {
  // The page around it has its own main part.
  main: 'div',
  img: ({ src, alt = '', width, height }: ComponentProps<'img'>) =>
    // oxlint-disable-next-line nextjs/no-img-element -- It exists only in this document; no server can resize it.
    src ? <img {...{ src, width, height }} alt={alt} /> : alt,
} as const

function giveWayTo(title: string, root: Element): void {
  for (const heading of root.querySelectorAll('h1')) {
    const lower = root.ownerDocument.createElement('h2')
    lower.append(...heading.childNodes)
    if (lower.textContent?.trim() === title.trim()) heading.remove()
    else heading.replaceWith(lower)
  }
}

/** Names the sections of the parsed copy as a contents beside it does; its own names of headings go. */
function numberSections(root: Element): void {
  const headings = [...root.querySelectorAll('h2, h3, h4, h5, h6')]
  for (const heading of headings) heading.removeAttribute('id')
  const level = sectionLevel(headings.map(({ localName }) => localName))
  const sections = headings.filter(({ localName, textContent }) => localName === level && textContent?.trim() !== '')
  for (const [index, heading] of sections.entries()) heading.id = sectionId(index + 1)
}

/** Only pictures of this site and those within the document: loading another would tell its server who reads. */
function hideForeignImages(root: Element): void {
  const { href, origin } = window.location
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const isWithin = /^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(src)
    const isOwn = URL.canParse(src, href) && new URL(src, href).origin === origin
    if (src === '' || !(isWithin || isOwn)) image.removeAttribute('src')
  }
}
