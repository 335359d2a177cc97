import { useTranslations } from 'next-intl'
import type { Listing } from '@/lib/bazaar/browse/listing'
import type { Listings } from '@/lib/bazaar/find-listings'
import { inWords } from '@/lib/site/messages/in-words'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Notice } from '@/lib/site/ui/notice'
import { eitherInWords } from '../_components/either-in-words'
import { type ExplorerParameters, explorerAddress } from '../_components/explorer-address'
import { ListingList } from '../_listing/listing-list'

type ResultsProps = { found: Listings; parameters: ExplorerParameters }

export function Results({ found, parameters }: ResultsProps) {
  const t = useTranslations('bazaar')
  const tSentence = useTranslations('sentences')
  if (found.kind === 'refused') {
    return (
      <Notice tone="refused" title={t('results.refused')}>
        <p>{inWords(tSentence, found.why)}</p>
        <p>
          <Link href="/bazaar">{t('results.again')}</Link>
        </p>
      </Notice>
    )
  }
  if (found.listings.length === 0) {
    return (
      <EmptyState title={t('results.nothingTitle')} action={<WayOut parameters={parameters} />}>
        {t('results.nothing')}
      </EmptyState>
    )
  }
  const unheard = found.kind === 'search' ? unheardWords(found.listings).map((words) => t('quoted', { words })) : []
  return (
    <>
      {found.kind === 'search' && found.isWeak && (
        <Notice tone="waiting" title={t('results.weakTitle')}>
          <p>
            {t('results.weak')}
            {unheard.length > 0 && ` ${t('results.unheard', { words: eitherInWords(t, unheard) })}`}
          </p>
        </Notice>
      )}
      <ListingList listings={found.listings} isComparable />
      {found.next && (
        <p>
          <Link href={explorerAddress(parameters, found.next)} variant="plain">
            {t('nextPage')}
          </Link>
        </p>
      )}
    </>
  )
}

/** For a search without results: the same words without their limits, where it had any, else the whole list. */
function WayOut({ parameters }: { parameters: ExplorerParameters }) {
  const t = useTranslations('bazaar.results')
  const { query, sort: _sort, ...limits } = parameters
  if (!query || Object.keys(limits).length === 0) return <Link href="/bazaar">{t('everything')}</Link>
  return (
    <Link href={explorerAddress({ query })} className="wrap-anywhere">
      {t('unlimited', { query })}
    </Link>
  )
}

/** Words of the search that no entry of the page has. */
function unheardWords(listings: Listing[]): string[] {
  const matches = listings.flatMap(({ ranking }) => ranking?.matches ?? [])
  const heard = new Set(matches.filter(({ field }) => field !== null).map(({ label }) => label))
  return [...new Set(matches.map(({ label }) => label))].filter((label) => !heard.has(label))
}
