import { getTranslations } from 'next-intl/server'
import { ListingFacts } from '@/app/(site)/bazaar/_listing/listing-facts'
import type { Listing } from '@/lib/bazaar/browse/listing'
import { Link } from '@/lib/site/ui/link'
import { Breakable } from '../../_components/breakable'
import { compareAddress } from '../../_components/compare-address'
import { headingOf } from '../../_components/heading-of'
import { findListings } from '../../_server/explorer'

const OFFERED = 5
const LONGEST_QUERY = 200

/** Results of a search by the first entry's own words, to compare with it. */
export async function MoreToCompare({ first, listings }: { first: Listing; listings: Listing[] }) {
  const { title, rest } = headingOf(first)
  const found = await findListings({ query: [title, rest].filter(Boolean).join(' ').slice(0, LONGEST_QUERY) })
  const keys = listings.map(({ key }) => key)
  const others = found.kind === 'refused' ? [] : found.listings.filter(({ key }) => !keys.includes(key))
  if (others.length === 0) return null
  const t = await getTranslations('bazaar.compare')
  return (
    <section aria-labelledby="more" className="grid gap-4">
      <h2 id="more" className="text-title font-strong">
        {t('with')}
      </h2>
      <ul className="border-t border-rule">
        {others.slice(0, OFFERED).map((other) => (
          <li key={other.key} className="grid gap-1 border-b border-rule py-3">
            <p dir="auto">
              <Link
                href={compareAddress([...keys, other.key])}
                className="inline-block min-h-11 content-center wrap-anywhere lg:min-h-8"
              >
                <Breakable text={headingOf(other).title} />
              </Link>
            </p>
            <ListingFacts listing={other} />
          </li>
        ))}
      </ul>
    </section>
  )
}
