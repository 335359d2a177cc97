import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { siteFacts } from '@/app/_server/site-facts'
import { ClientMessages } from '@/app/_site/client-messages'
import { MissingPage, missingMetadata } from '@/app/_site/missing-page'
import { ListingSign } from '@/app/(site)/bazaar/_listing/listing-sign'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { Breakable } from '../../_components/breakable'
import { describedInput } from '../../_components/described-input'
import { parseEntryId } from '../../_components/entry-address'
import { isUnprovenTool } from '../../_components/facts-in-words'
import { headingOf } from '../../_components/heading-of'
import { hostAddress, hostOf } from '../../_components/shop-address'
import { findListing } from '../../_server/explorer'
import { iconsOf } from '../../_server/icons'
import { EntryQuality } from './_components/entry-quality'
import { exampleOf } from './_components/example-of'
import { HealthHistory } from './_components/health-history'
import { PaymentOptions } from './_components/payment-options'
import { SchemaTable } from './_components/schema-table'
import { TagList } from './_components/tag-list'
import { TermsHistory } from './_components/terms-history'
import { AddTool, TryIt } from './_components/try-it'

type Props = { params: Promise<{ entryId: string }> }

/** Read once for the title and the page. */
const load = cache(async (entryId: string) => {
  const key = parseEntryId(entryId)
  return key === null ? null : findListing(key)
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
  const { listing, changes, probes, wire } = found
  const { title, rest } = headingOf(listing)
  const host = hostOf(listing)
  const [{ origin }, icons, t] = await Promise.all([siteFacts(), iconsOf([listing]), getTranslations()])
  return (
    <div className="grid gap-12">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            {t('bazaar.back')}
          </Link>
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
        <p className="figures text-small text-quiet">
          {listing.type === 'mcp' ? t('bazaar.terms.tool') : (listing.method ?? t('bazaar.terms.unknownMethod'))}{' '}
          <Breakable text={listing.resource} />
        </p>
        <p className="flex flex-wrap gap-x-6 wrap-anywhere">
          {host && (
            <Link href={hostAddress(host)} className="inline-flex min-h-11 items-center">
              {t('bazaarEntry.everythingAt', { host })}
            </Link>
          )}
        </p>
        {rest && (
          <p dir="auto" className="max-w-measure wrap-anywhere text-reading">
            {rest}
          </p>
        )}
        <TagList tags={listing.tags} />
        {listing.source === 'imported' && (
          <Notice tone="neutral" title={t('bazaarEntry.imported.title')}>
            <p>{t('bazaarEntry.imported.text', { source: listing.sourceLabel })}</p>
          </Notice>
        )}
        {listing.source !== 'imported' && isUnprovenTool(listing) && (
          <Notice tone="neutral" title={t('bazaar.facts.unproven')}>
            <p>
              {t(host ? 'bazaarEntry.unproven.unseen' : 'bazaarEntry.unproven.nameAlone')}{' '}
              {t('bazaarEntry.unproven.terms', { isSettled: String(listing.source === 'settled') })}
            </p>
          </Notice>
        )}
      </header>
      <PaymentOptions options={listing.options} />
      {listing.type === 'mcp' ? (
        <AddTool listing={listing} ownMcpUrl={listing.source === 'own' ? `${origin}/mcp` : null} />
      ) : (
        <ClientMessages of={['bazaarTry']}>
          <TryIt listing={listing} origin={origin} />
        </ClientMessages>
      )}
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
      <div className="grid gap-12 lg:grid-cols-2">
        <EntryQuality listing={listing} />
        <HealthHistory probes={probes} isOwn={listing.source === 'own'} />
      </div>
      <TermsHistory changes={changes} />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
          {t('bazaarEntry.json')}
        </summary>
        <CodeBlock code={JSON.stringify(wire, null, 2)} name={t('bazaarEntry.jsonName')} />
      </details>
    </div>
  )
}
