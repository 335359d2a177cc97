import type { Listing } from '../_server/explorer'
import { iconsOf } from '../_server/icons'
import { ListingCard } from './listing-card'

/** Listings as cards, one under the other, with our copies of their icons. */
export async function ListingList({ listings }: { listings: Listing[] }) {
  const icons = await iconsOf(listings)
  return (
    <ul className="border-t border-rule">
      {listings.map((listing) => (
        <li key={listing.key} className="border-b border-rule">
          <ListingCard listing={listing} icon={icons.get(listing.iconUrl ?? '') ?? null} />
        </li>
      ))}
    </ul>
  )
}
