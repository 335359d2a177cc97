import type { FeedItem } from '@/app/_http/rss'
import { entryAddress } from '@/app/(site)/bazaar/_components/entry-address'
import { healthInWords } from '@/app/(site)/bazaar/_components/facts-in-words'
import { leastInShort, networksInShort } from '@/app/(site)/bazaar/_components/terms-in-short'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { headingOf } from '@/lib/base/x402/heading-of'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { translateIn } from '@/lib/site/messages/translate'

/** A feed's reader has no known language. */
const t = translateIn('en', 'bazaar')

/** A listing as an item of a feed: name, price, networks, health, look-outs and description. */
export function toFeedItem(listing: Listing, origin: string): FeedItem {
  const { title, rest } = headingOf(listing)
  const { text: health } = healthInWords(t, { ...listing, lastProbedAt: listing.health.lastProbedAt })
  const { limit, amount } = leastInShort(t, listing.options)
  const price = limit ? t.markup(`terms.${limit}`, { amount: () => amount }) : amount
  const lookOuts = listing.lookOuts.map(({ short }) => inEnglish(short))
  const facts = [price, networksInShort(t, listing.options), health, ...lookOuts].join(' · ')
  return {
    title,
    link: `${origin}${entryAddress(listing.key)}`,
    description: rest ? `${facts} – ${rest}` : facts,
    publishedAt: listing.firstSeenAt,
  }
}
