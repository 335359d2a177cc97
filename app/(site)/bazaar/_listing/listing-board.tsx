import type { Listing } from '@/lib/bazaar/browse/listing'
import { Board, BoardRows } from './board'

/** Listings of one seller or host, as a board without groups. */
export const ListingBoard = ({ label, listings }: { label: string; listings: Listing[] }) => (
  <Board label={label}>
    <BoardRows listings={listings} />
  </Board>
)
