import type { FeedItem } from '../../../_http/rss'
import type { Listing } from '../_server/explorer'
import { entryAddress } from './entry-address'
import { healthInWords } from './facts-in-words'
import { headingOf } from './heading-of'
import { leastInShort, networksInShort } from './terms-in-short'

/** A listing as a feed tells it: its name, what it costs and where, whether it answers, and what it says of itself. */
export function toFeedItem(listing: Listing, origin: string): FeedItem {
  const { title, rest } = headingOf(listing)
  const { text: health } = healthInWords({ ...listing, lastProbedAt: listing.health.lastProbedAt })
  const { limit, amount } = leastInShort(listing.options)
  const facts = [`${limit}${amount}`, networksInShort(listing.options), health].join(' · ')
  return {
    title,
    link: `${origin}${entryAddress(listing.key)}`,
    description: rest ? `${facts} – ${rest}` : facts,
    publishedAt: listing.firstSeenAt,
  }
}
