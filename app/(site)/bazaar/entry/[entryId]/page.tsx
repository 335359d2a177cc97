import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { cache, type ReactNode } from 'react'
import { siteFacts } from '@/app/_server/site-facts'
import { ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { ListingSign } from '@/app/(site)/bazaar/_listing/listing-sign'
import { headingOf } from '@/lib/base/x402/heading-of'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { running } from '@/lib/site/compose/running'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { Unfold } from '@/lib/site/ui/unfold'
import { Breakable } from '../../_components/breakable'
import { parseEntryId } from '../../_components/entry-address'
import { explorerAddress } from '../../_components/explorer-address'
import { isUnprovenTool } from '../../_components/facts-in-words'
import { LeastPrice } from '../../_components/least-price'
import { hostOf } from '../../_components/shop-address'
import { Warnings } from '../../_components/warnings'
import { answersInWords } from '../../_listing/answers-in-words'
import { iconsOf } from '../../_server/icons'
import { describedInput, exampleOf } from './_components/declared-input'
import { EntryQuality } from './_components/entry-quality'
import { HealthHistory } from './_components/health-history'
import { PaymentOptions } from './_components/payment-options'
import { SchemaTable } from './_components/schema-table'
import { TagList } from './_components/tag-list'
import { AddTool, TryIt } from './_components/try-it'

type Props = { params: Promise<{ entryId: string }> }

/** Read once for the title and the page. */
const load = cache(async (entryId: string) => {
  const key = parseEntryId(entryId)
  return key === null ? null : running('site').catalog.listing(key)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).entryId)
  if (!found) return missingMetadata()
  const t = await getTranslations('bazaar')
  return { title: t('titleOfPage', { title: headingOf(found.listing).title.slice(0, 80) }) }
}

export default async function EntryPage({ params }: Props) {
  const found = await load((await params).entryId)
  if (!found) return <MissingPage />
  const { listing, probes, wire } = found
  const { title, rest } = headingOf(listing)
  const host = hostOf(listing)
  const [{ origin }, icons, t] = await Promise.all([siteFacts(), iconsOf([listing]), getTranslations()])
  const isTool = listing.type === 'mcp'
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
          <ListingSign type={listing.type} icon={icons.get(listing.iconUrl ?? '') ?? null} />
          <h1
            dir="auto"
            className="max-w-[46rem] min-w-0 font-serif text-title font-strong wrap-anywhere sm:text-display"
          >
            <Breakable text={title} />
          </h1>
        </div>
        <HeadLine listing={listing} />
        <Warnings warnings={listing.warnings} />
        <p className="figures text-small text-quiet">
          {isTool ? t('bazaar.terms.tool') : (listing.method ?? t('bazaar.terms.unknownMethod'))}{' '}
          <Breakable text={listing.resource} />
        </p>
        {rest && (
          <p dir="auto" className="max-w-measure wrap-anywhere">
            {rest}
          </p>
        )}
        <TagList tags={listing.tags} />
        <Unproven listing={listing} hasHost={host !== null} />
      </header>
      <div className={isTool ? 'grid gap-12 lg:grid-cols-2' : undefined}>
        {(!isTool || listing.source === 'own') && (
          <ClientMessages of={['bazaarTry']}>
            <TryIt listing={listing} origin={origin} isInPane={isTool} />
          </ClientMessages>
        )}
        {isTool && <AddTool listing={listing} ownMcpUrl={listing.source === 'own' ? `${origin}/mcp` : null} />}
      </div>
      <div className="border-t border-rule">
        <FoldedSection title={t('bazaarEntry.ways.title')}>
          <PaymentOptions options={listing.options} />
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.takesAndGives')}>
          <SchemaTable
            title={t('bazaarEntry.takes')}
            declared={describedInput(listing)}
            example={exampleOf(listing.input)}
            exampleName={t('bazaarEntry.schema.takesExample')}
            empty={t('bazaarEntry.takesNothing')}
          />
          <SchemaTable
            title={t('bazaarEntry.gives')}
            declared={listing.outputSchema ? { ...listing.output, schema: listing.outputSchema } : listing.output}
            example={exampleOf(listing.output)}
            exampleName={t('bazaarEntry.schema.givesExample')}
            empty={t('bazaarEntry.givesNothing')}
          />
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.qualityAndHealth')}>
          <div className="grid gap-12 lg:grid-cols-2">
            <EntryQuality listing={listing} />
            <HealthHistory probes={probes} isOwn={listing.source === 'own'} />
          </div>
        </FoldedSection>
        <FoldedSection title={t('bazaarEntry.json')}>
          <CodeBlock code={JSON.stringify(wire, null, 2)} name={t('bazaarEntry.jsonName')} />
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
function HeadLine({ listing }: { listing: Listing }) {
  const t = useTranslations()
  const { state, text } = answersInWords(useTranslations('bazaar'), listing)
  const isMeasured = state === 'settled' && listing.health.uptime30d !== null
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {t.rich('bazaarEntry.aCall', { price: () => <LeastPrice options={listing.options} /> })}
      <span aria-hidden>·</span>
      <span className={state === 'refused' ? 'text-refused' : undefined}>
        {isMeasured ? t('bazaarEntry.answers', { share: text }) : text}
      </span>
      <span aria-hidden>·</span>
      {t('bazaarEntry.payers', { count: listing.settlements.organicPayers })}
    </p>
  )
}

/** Its terms are only what someone said. */
function Unproven({ listing, hasHost }: { listing: Listing; hasHost: boolean }) {
  const t = useTranslations()
  if (listing.source === 'imported') {
    return (
      <Notice tone="neutral" title={t('bazaarEntry.imported.title')}>
        <p>{t('bazaarEntry.imported.text', { source: listing.sourceLabel })}</p>
      </Notice>
    )
  }
  if (!isUnprovenTool(listing)) return null
  return (
    <Notice tone="neutral" title={t('bazaar.facts.unproven')}>
      <p>
        {t(hasHost ? 'bazaarEntry.unproven.unseen' : 'bazaarEntry.unproven.nameAlone')}{' '}
        {t('bazaarEntry.unproven.terms', { isSettled: String(listing.source === 'settled') })}
      </p>
    </Notice>
  )
}
