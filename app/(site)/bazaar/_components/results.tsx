import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'
import type { Listing, Listings } from '../_server/explorer'
import { type ExplorerParameters, explorerAddress } from './explorer-address'
import { ListingList } from './listing-list'

type ResultsProps = { found: Listings; parameters: ExplorerParameters }

export function Results({ found, parameters }: ResultsProps) {
  if (found.kind === 'refused') {
    return (
      <Notice tone="refused" title="This address cannot be read as a search">
        <p>{found.message}</p>
        <p>
          <Link href="/bazaar">Start again</Link>
        </p>
      </Notice>
    )
  }
  if (found.listings.length === 0) {
    return (
      <EmptyState title="Nothing listed fits" action={<WayOut parameters={parameters} />}>
        Try fewer or other words, or take away one of the limits above.
      </EmptyState>
    )
  }
  const unheard = found.kind === 'search' ? unheardWords(found.listings) : []
  return (
    <>
      {found.kind === 'search' && found.isWeak && (
        <Notice tone="waiting" title="Nothing fits well">
          <p>
            These share some of your words. Other words may find more.
            {unheard.length > 0 && ` None of these has ${unheard.map((word) => `“${word}”`).join(' or ')}.`}
          </p>
        </Notice>
      )}
      <ListingList listings={found.listings} isComparable />
      {found.next && (
        <p>
          <Link href={explorerAddress(parameters, found.next)} variant="plain">
            Next page
          </Link>
        </p>
      )}
    </>
  )
}

/** From a search that found nothing: the same words without their limits, where it had any, else the whole list. */
function WayOut({ parameters }: { parameters: ExplorerParameters }) {
  const { query, sort: _sort, ...limits } = parameters
  if (!query || Object.keys(limits).length === 0) return <Link href="/bazaar">See everything, newest first</Link>
  return (
    <Link href={explorerAddress({ query })} className="wrap-anywhere">
      Search for “{query}” without limits
    </Link>
  )
}

/** Words of the search that no entry of the page has. */
function unheardWords(listings: Listing[]): string[] {
  const matches = listings.flatMap(({ ranking }) => ranking?.matches ?? [])
  const heard = new Set(matches.filter(({ field }) => field !== null).map(({ label }) => label))
  return [...new Set(matches.map(({ label }) => label))].filter((label) => !heard.has(label))
}
