'use client'

import clsx from 'clsx'
import type { Root } from 'hast'
import { fromDom } from 'hast-util-from-dom'
import { type Schema, sanitize } from 'hast-util-sanitize'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { useFormatter, useTranslations } from 'next-intl'
import { type ComponentProps, memo, useEffect, useRef } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { z } from 'zod'
import { DepositRest } from '@/app/_channels/channel-checkout'
import { allowList, LINK_RELATION, MARK_ID } from '@/lib/base/markdown/allow-list'
import { networkName } from '@/lib/base/x402/networks'
import { coinsInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { buttonClass } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { Receipt, type ReceiptLine } from '@/lib/site/ui/receipt'
import { BoughtLine } from '@/lib/site/ui/toll-bar'
import type { DeliveredProps, Delivery } from './delivery'
import { PassContents } from './pass-contents'
import type { Content } from './read-content'
import { SaveLinks } from './save-links'

/** The content, in place of the checkout, under its receipt in one line. */
export function Delivered({ delivery, title, article, readOn, passOf, contentClass }: DeliveredProps) {
  const t = useTranslations('checkout.bought')
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // A tall section that takes the focus is scrolled to its middle.
    place.current?.focus({ preventScroll: true })
    const top = place.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight / 2) place.current?.scrollIntoView()
  }, [])
  const { content, isOwned, paid, rest } = delivery
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t('title')}
      className={clsx('grid gap-8 outline-none', contentClass)}
    >
      <BoughtLine state={t(paid ? 'paid' : isOwned ? 'yours' : 'open')} isLifting>
        {paid && <PaymentReceipt {...paid} />}
      </BoughtLine>
      {content.isCut && (
        <Notice tone="waiting" title={t('cut.title')}>
          <p>{t('cut.detail')}</p>
        </Notice>
      )}
      {readOn && (
        <p>
          {readOn.words} <Link href={readOn.href}>{readOn.label}</Link>
        </p>
      )}
      {passOf !== undefined && content.kind === 'json' ? (
        <BoughtPass text={content.text} shop={passOf} />
      ) : (
        <BoughtContent {...{ content, article, title }} isBeginning={readOn !== undefined} />
      )}
      {rest && <DepositRest {...rest} />}
    </section>
  )
}

const passAnswer = z.object({
  validUntil: z.string().datetime().nullable(),
  covers: z.number(),
  routes: z.array(z.object({ title: z.string(), method: z.string(), url: z.string().url() })),
})

/** A bought pass as its holder reads it; as it came where it is none that this page knows. */
function BoughtPass({ text, shop }: { text: string; shop: string }) {
  const parsed = passAnswer.safeParse(JSON.parse(text))
  if (!parsed.success) return <Preformatted text={text} />
  const { validUntil, covers, routes } = parsed.data
  const goods = routes.map(({ url, ...route }) => ({ ...route, path: new URL(url).pathname }))
  return <PassContents until={validUntil === null ? null : new Date(validUntil)} count={covers} {...{ goods, shop }} />
}

function PaymentReceipt({ option, settlement, at }: NonNullable<Delivery['paid']>) {
  const t = useTranslations('checkout.bought')
  const tCheckout = useTranslations('checkout')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  const format = useFormatter()
  const { network, coin, amountAtomic } = option
  const { transaction, payer, amount, extra } = settlement
  // Out of a channel, the settlement's own amount is that of the deposit, if there is one.
  const chargedAtomic = sumOf(extra?.chargedAmount ?? amount) ?? amountAtomic
  const inWords = (atomic: bigint) => <span className="figures">{inDigits(coinsInWords(tPrice, atomic, coin))}</span>
  // Only shown in this browser, so in the reader's own time zone.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const lines: ReceiptLine[] = [
    { label: t('network'), value: networkName(network) },
    { label: t('transaction'), value: transaction ? <CopyId value={transaction} name={t('transactionId')} /> : null },
    { label: t('paidFrom'), value: payer ? <CopyId value={payer} name={tCheckout('yourAddress')} /> : null },
    { label: t('time'), value: format.dateTime(at, { dateStyle: 'medium', timeStyle: 'medium', timeZone }) },
    { label: t('signedFor'), value: option.scheme === 'upto' && inWords(amountAtomic) },
  ]
  return (
    <section aria-label={t('receipt')} className="min-w-0 has-[[open]]:w-full">
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5">
          {t.rich('summary', {
            amount: inDigits(coinsInWords(tPrice, chargedAtomic, coin)),
            network: networkName(network),
            figures: (chunks) => <span className="figures">{chunks}</span>,
          })}
        </summary>
        <Receipt lines={lines} totals={[{ label: t('charged'), value: inWords(chargedAtomic) }]} />
      </details>
    </section>
  )
}

const sumOf = (text: unknown): bigint | null =>
  typeof text === 'string' && /^\d{1,78}$/.test(text) ? BigInt(text) : null

type BoughtContentProps = {
  content: Content
  article: string | undefined
  title: string | undefined
  /** Only its first section is shown. */
  isBeginning: boolean
}

/** Content of any type, shown without letting it run anything, and always offered as a file to save. */
function BoughtContent({ content, article, title, isBeginning }: BoughtContentProps) {
  const t = useTranslations('checkout.bought')
  const shown = () => {
    switch (content.kind) {
      case 'html':
        return (
          <div className={clsx('prose min-w-0 overflow-x-auto overflow-y-hidden', isBeginning && FIRST_SECTION)}>
            <SafeHtml html={content.text} {...(title !== undefined && { title })} />
          </div>
        )
      case 'json':
      case 'text':
        return <Preformatted text={content.text} />
      case 'image':
        // oxlint-disable-next-line nextjs/no-img-element -- It exists only in this browser; no server can resize it.
        return <img src={content.address} alt={content.file.name} className="max-w-full" />
      case 'pdf':
        return <iframe src={content.address} title={content.file.name} className="h-[80vh] w-full border border-rule" />
      case 'other':
        return <p>{t('file')}</p>
    }
  }
  return (
    <div className="grid gap-6">
      {shown()}
      {article && <SaveLinks href={`${article}?save`} markdown={`${article}.md?save`} />}
      {!isBeginning && !article && (
        <p>
          <a href={content.savedAt} download={content.file.name} className={buttonClass('plain')}>
            {t('save')}
          </a>
        </p>
      )}
    </div>
  )
}

/** Documents of this site number their sections. */
const FIRST_SECTION = '[&_#part-2]:hidden [&_#part-2~*]:hidden'

const Preformatted = ({ text }: { text: string }) => (
  <pre className="figures border border-rule bg-sheet p-4 text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
)

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
    details: ['open'],
    li: [['id', MARK_ID]],
    ol: [['start', /^\d{1,9}$/]],
    th: [['colSpan', /^[1-9]\d?$/]],
    td: [['colSpan', /^[1-9]\d?$/]],
  },
  required: { a: { rel: LINK_RELATION.split(' ') } },
  strip: [...(allowList.strip ?? []), ...'iframe object embed form noscript svg math'.split(' ')],
}

type SafeHtmlProps = { html: string; title?: string }

/**
 * Bought HTML as plain page elements: its words and their order, none of its scripts, styles, forms or frames. Built
 * from a parsed copy that runs nothing, by the allow-list. Under a page's heading its first-level headings become
 * second-level, and one that repeats it is left out. Built again only when the HTML changes.
 */
const SafeHtml = memo(function SafeHtml({ html, title }: SafeHtmlProps) {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const root = parsed.body
  if (title !== undefined) giveWayTo(title, root)
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
    isOwnImage(src) ? <img {...{ src, width, height }} alt={alt} /> : alt,
} as const

/** A picture of this site, or one within the document: loading another would tell its server who reads. */
function isOwnImage(src: unknown): src is string {
  const { href, origin } = window.location
  if (typeof src !== 'string' || src === '') return false
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml)[;,]/.test(src)) return true
  return URL.canParse(src, href) && new URL(src, href).origin === origin
}

function giveWayTo(title: string, root: Element): void {
  for (const heading of root.querySelectorAll('h1')) {
    const lower = root.ownerDocument.createElement('h2')
    lower.append(...heading.childNodes)
    if (lower.textContent?.trim() === title.trim()) heading.remove()
    else heading.replaceWith(lower)
  }
}
