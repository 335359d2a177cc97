import type { Listing } from '@/lib/bazaar/browse/listing'
import { iconsOf } from '../_server/icons'
import { CompareBar } from './compare-bar'
import { ListingCard } from './listing-card'

type ListingListProps = { listings: Listing[]; isComparable?: boolean }

/** Listings as cards, with our copies of their icons. Where several are `isComparable`, each can be selected. */
export async function ListingList({ listings, isComparable = false }: ListingListProps) {
  const icons = await iconsOf(listings)
  const hasBoxes = isComparable && listings.length > 1
  return (
    <div className="group/list">
      <ul className="border-t border-rule">
        {listings.map((listing) => (
          <li key={listing.key} className="border-b border-rule">
            <ListingCard listing={listing} icon={icons.get(listing.iconUrl ?? '') ?? null} hasBox={hasBoxes} />
          </li>
        ))}
      </ul>
      {hasBoxes && <CompareBar />}
    </div>
  )
}
