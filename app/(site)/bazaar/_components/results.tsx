import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'
import type { Listings } from '../_server/explorer'
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
      <EmptyState title="Nothing listed fits" action={<Link href="/bazaar">See everything, newest first</Link>}>
        Try fewer words, or take away one of the limits above.
      </EmptyState>
    )
  }
  return (
    <>
      {found.kind === 'search' && found.isWeak && (
        <Notice tone="waiting" title="Nothing fits well">
          <p>These share some of your words. Other words may find more.</p>
        </Notice>
      )}
      <ListingList listings={found.listings} />
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
