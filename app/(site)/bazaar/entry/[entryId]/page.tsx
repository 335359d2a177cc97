import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { siteFacts } from '@/app/_server/site-facts'
import { ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { sharedAs } from '@/app/_site/preview'
import { headingOf } from '@/lib/base/x402/heading-of'
import { findLeast } from '@/lib/base/x402/payment-option'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { running } from '@/lib/site/compose/running'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { coinsInWords } from '@/lib/site/ui/option-price'
import { PageLink } from '@/lib/site/ui/page-link'
import { Unfold } from '@/lib/site/ui/unfold'
import { entryAddress, iconAddress, parseEntryId } from '../../_components/entry-address'
import { explorerAddress } from '../../_components/explorer-address'
import { answersInWords, isUnprovenTool } from '../../_components/facts-in-words'
import { LeastPrice } from '../../_components/least-price'
import { hostOf } from '../../_components/shop-address'
import { Breakable, Warnings } from '../../_components/warnings'
import { EntryQuality, HealthHistory, PaymentOptions } from './_components/entry-quality'
import { SchemaTable } from './_components/schema-table'
import { AddTool, describedInput, exampleOf, TryIt } from './_components/try-it'

type Props = { params: Promise<{ entryId: string }> }
const load = cache(async (entryId: string) => {
  const key = parseEntryId(entryId)
  return key === null ? null : running('site').catalog.get(key)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).entryId)
  if (!found) return missingMetadata()
  const [t, tPrice] = await Promise.all([getTranslations('bazaar'), getTranslations('price')])
  const { entry } = found
  const { title, rest } = headingOf(entry)
  const least = findLeast(entry.options)?.least
  return sharedAs({
    title: t('titleOfPage', { title: title.slice(0, 80) }),
    description: rest ?? entry.description ?? t('description'),
    path: entryAddress(entry.key),
    price: least && least.amountAtomic !== null ? coinsInWords(tPrice, least.amountAtomic, least.coin) : '',
    by: hostOf(entry) ?? '',
    drawn: title,
  })
}

export default async function EntryPage({ params }: Props) {
  const found = await load((await params).entryId)
  if (!found) return <MissingPage />
  const { entry, probes } = found
  const { title, rest } = headingOf(entry)
  const host = hostOf(entry)
  const [{ origin }, t] = await Promise.all([siteFacts(), getTranslations()])
  const isTool = entry.type === 'mcp'
  return (
    <div data-wide className="grid gap-8">
      <header className="grid gap-3">
        <p className="flex flex-wrap gap-x-6 text-small wrap-anywhere">
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('bazaar.back')}
          </Link>
          {host && (
            <Link href={explorerAddress({ host })} className="inline-flex min-h-11 items-center">
              {t('bazaarEntry.everythingAt', { host })}
            </Link>
          )}
        </p>
        <div className="flex items-start gap-4">
          <ListingSign
            type={entry.type}
            icon={running('site').catalog.icons.isKnown(entry.iconUrl) ? iconAddress(entry.key) : null}
          />
          <h1
            dir="auto"
            className="max-w-[46rem] min-w-0 font-serif text-title font-strong wrap-anywhere sm:text-display"
          >
            <Breakable text={title} />
          </h1>
        </div>
        <HeadLine entry={entry} />
        <Warnings warnings={entry.warnings} />
        <p className="figures text-small text-quiet">
          {isTool ? t('bazaar.terms.tool') : (entry.method ?? t('bazaar.terms.unknownMethod'))}{' '}
          <Breakable text={entry.resource} />
        </p>
        {rest && (
          <p dir="auto" className="max-w-measure wrap-anywhere">
            {rest}
          </p>
        )}
        <TagList tags={entry.tags} />
        <Unproven entry={entry} hasHost={host !== null} />
      </header>
      <div className={isTool ? 'grid gap-12 lg:grid-cols-2' : undefined}>
        {(!isTool || entry.source === 'own') && (
          <ClientMessages of={['bazaarTry']}>
            <TryIt entry={entry} origin={origin} />
          </ClientMessages>
        )}
        {isTool && <AddTool entry={entry} ownMcpUrl={entry.source === 'own' ? `${origin}/mcp` : null} />}
      </div>
      <div className="border-t border-rule">
        <FoldedSection title={t('bazaarEntry.ways.title')}>
          <PaymentOptions options={entry.options} />
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.takesAndGives')}>
          <SchemaTable
            title={t('bazaarEntry.takes')}
            declared={describedInput(entry)}
            example={exampleOf(entry.input)}
            exampleName={t('bazaarEntry.schema.takesExample')}
            empty={t('bazaarEntry.takesNothing')}
          />
          <SchemaTable
            title={t('bazaarEntry.gives')}
            declared={entry.outputSchema ? { ...entry.output, schema: entry.outputSchema } : entry.output}
            example={exampleOf(entry.output)}
            exampleName={t('bazaarEntry.schema.givesExample')}
            empty={t('bazaarEntry.givesNothing')}
          />
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.qualityAndHealth')}>
          <div className="grid gap-12 lg:grid-cols-2">
            <EntryQuality entry={entry} />
            <HealthHistory probes={probes} isOwn={entry.source === 'own'} />
          </div>
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.json')}>
          <CodeBlock
            code={JSON.stringify(running('site').catalog.present(entry), null, 2)}
            name={t('bazaarEntry.jsonName')}
          />
        </FoldedSection>
      </div>
    </div>
  )
}

function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-b border-rule">
      <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-strong hover:underline">
        {title}
        <Unfold />
      </summary>
      <div className="grid gap-8 pt-2 pb-8">{children}</div>
    </details>
  )
}

/** The first three questions in one line: the price of a call, whether it answers, and who else pays. */
function HeadLine({ entry }: { entry: Entry }) {
  const t = useTranslations()
  const { state, text } = answersInWords(useTranslations('bazaar'), entry)
  const isMeasured = state === 'settled' && entry.health.uptime30d !== null
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t.rich('bazaarEntry.aCall', { price: () => <LeastPrice options={entry.options} /> })}
      <span aria-hidden>·</span>
      <span className={state === 'refused' ? 'text-refused' : undefined}>
        {isMeasured ? t('bazaarEntry.answers', { share: text }) : text}
      </span>
      <span aria-hidden>·</span>
      {t('bazaarEntry.payers', { count: entry.settlements.organicPayers })}
    </p>
  )
}

function Unproven({ entry, hasHost }: { entry: Entry; hasHost: boolean }) {
  const t = useTranslations()
  if (entry.source === 'imported') {
    return (
      <Notice tone="neutral" title={t('bazaarEntry.imported.title')}>
        <p>{t('bazaarEntry.imported.text', { source: entry.sourceLabel })}</p>
      </Notice>
    )
  }
  if (!isUnprovenTool(entry)) return null
  return (
    <Notice tone="neutral" title={t('bazaar.facts.unproven')}>
      <p>
        {t(hasHost ? 'bazaarEntry.unproven.unseen' : 'bazaarEntry.unproven.nameAlone')}{' '}
        {t('bazaarEntry.unproven.terms', { isSettled: String(entry.source === 'settled') })}
      </p>
    </Notice>
  )
}

function TagList({ tags }: { tags: string[] }) {
  const t = useTranslations('bazaar.card')
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('tags')} className="-my-1 flex flex-wrap gap-x-3">
      {tags.map((tag) => (
        <li key={tag}>
          <PageLink
            href={explorerAddress({}, { tags: tag.toLowerCase() })}
            dir="auto"
            className="inline-flex min-h-11 lg:min-h-8 items-center text-small wrap-anywhere text-accent underline underline-offset-4"
          >
            {tag}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** A seller's icon from our own copy; else a drawn sign: a sheet for an HTTP resource, a plug for an MCP tool. */
function ListingSign({ type, icon }: { type: 'http' | 'mcp'; icon: string | null }) {
  if (icon !== null) {
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- Stored at the size of an icon; there is nothing to resize.
      <img
        src={icon}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        className="size-10 shrink-0 rounded-[3px] bg-sheet object-contain"
      />
    )
  }
  return (
    <svg viewBox="0 0 40 40" aria-hidden className="size-10 shrink-0 fill-none stroke-edge" strokeWidth="1.5">
      <rect x="0.75" y="0.75" width="38.5" height="38.5" rx="3" className="fill-shade stroke-rule" />
      {type === 'mcp' ? (
        <path d="M15 10v6m10-6v6M12 16h16v5a8 8 0 0 1-16 0zM20 29v4" />
      ) : (
        <path d="M12 9h11l5 5v17H12zM23 9v5h5M16 20h8m-8 5h8" />
      )}
    </svg>
  )
}
