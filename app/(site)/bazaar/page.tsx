import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Listings } from '@/lib/bazaar/find-listings'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { siteFacts } from '../../_server/site-facts'
import { chipsOf } from './_components/chips'
import { type ExplorerParameters, explorerAddress, feedAddress, readParameters } from './_components/explorer-address'
import { searchInWords } from './_components/search-in-words'
import { ChipList } from './_search/chip-list'
import { ExplorerForm } from './_search/explorer-form'
import { FilterLinks } from './_search/filter-links'
import { ForAgents } from './_search/for-agents'
import { Results } from './_search/results'
import { ResultsHeading } from './_search/results-heading'
import { findListings } from './_server/explorer'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const parameters = readParameters(await searchParams)
  const { query } = parameters
  const t = await getTranslations('bazaar')
  return {
    title: query ? t('titleOfPage', { title: query.slice(0, 80) }) : t('name'),
    description: t('description'),
    alternates: {
      types: { 'application/rss+xml': [{ url: feedAddress(parameters), title: searchInWords(t, parameters) }] },
    },
  }
}

export default async function BazaarPage({ searchParams }: Props) {
  const parameters = readParameters(await searchParams)
  const [found, { origin }, t] = await Promise.all([findListings(parameters), siteFacts(), getTranslations('bazaar')])
  if (isEmpty(found, parameters)) return <EmptyBazaar origin={origin} />
  const understood = found.kind === 'search' ? found.understood : null
  return (
    <div className="grid gap-8">
      <BazaarHeader>
        <Link href="/bazaar/add" className="inline-flex min-h-11 items-center justify-self-start">
          {t('add')}
        </Link>
      </BazaarHeader>
      <ExplorerForm parameters={parameters} />
      <div className="grid gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        {found.kind !== 'refused' && <FilterLinks parameters={parameters} facets={found.facets} />}
        <section aria-label={t('results.label')} className="grid min-w-0 content-start gap-4">
          <ChipList chips={chipsOf(t, parameters, understood)} />
          <ResultsHeading found={found} parameters={parameters} />
          <Results found={found} parameters={parameters} />
        </section>
      </div>
      <ForAgents origin={origin} />
    </div>
  )
}

/** The catalog is empty, unlike a search without results. */
const isEmpty = (found: Listings, parameters: ExplorerParameters): boolean =>
  found.kind === 'list' && found.total === 0 && explorerAddress(parameters) === '/bazaar'

function BazaarHeader({ children }: { children?: ReactNode }) {
  const t = useTranslations('bazaar')
  return (
    <header className="grid max-w-measure gap-4">
      <h1 className="font-serif text-display font-strong">{t('name')}</h1>
      <p className="font-serif text-reading">{t('intro')}</p>
      {children}
    </header>
  )
}

function EmptyBazaar({ origin }: { origin: string }) {
  const t = useTranslations('bazaar')
  return (
    <div className="grid gap-8">
      <BazaarHeader />
      <EmptyState
        title={t('notListed.title')}
        action={
          <Link href="/bazaar/add" variant="primary">
            {t('add')}
          </Link>
        }
      >
        <p>{t('notListed.text')}</p>
      </EmptyState>
      <ForAgents origin={origin} />
    </div>
  )
}
