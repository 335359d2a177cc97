import { ownedAmong } from '@/app/_server/reader'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Board, BoardRows } from './board'

/** Listings of one seller or host, as a board without groups. */
export async function ListingBoard({ label, listings }: { label: string; listings: Listing[] }) {
  return (
    <Board label={label}>
      <BoardRows isOnePlace listings={listings} owned={await ownedAmong(listings.map(({ resource }) => resource))} />
    </Board>
  )
}
