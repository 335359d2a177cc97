import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import type { Storefront as StorefrontFacts } from '../_server/explorer'
import { ChecksByDay } from './checks-by-day'
import { FactList } from './fact-list'
import { checksInWords } from './facts-in-words'
import { ListingList } from './listing-list'
import { StorefrontChanges } from './storefront-changes'

type StorefrontProps = { storefront: StorefrontFacts; address: string }

/** What a host or a wallet sells and how it did: the part that their pages share. */
export function Storefront({ storefront, address }: StorefrontProps) {
  const { listings, total, facets, next, settlements, days, changes, surveyed } = storefront
  const count = (number: number) => number.toLocaleString('en-GB')
  return (
    <>
      <div className="grid gap-12 lg:grid-cols-2">
        <section aria-labelledby="quality" className="grid content-start gap-4">
          <h2 id="quality" className="text-title font-strong">
            Quality
          </h2>
          <FactList
            facts={[
              { name: 'Listed', value: count(total) },
              ...facets.health.map(({ value, count: entries }) => ({
                name: checksInWords(value),
                value: count(entries),
              })),
              { name: 'Payments settled here', value: count(settlements.total) },
              { name: 'From other wallets', value: count(settlements.organic) },
              { name: 'Independent payers', value: count(settlements.payers) },
              { name: 'Payments in 30 days', value: count(settlements.total30d) },
              { name: 'Last payment', value: settlements.lastAt ? <Timestamp at={settlements.lastAt} /> : 'none yet' },
            ]}
          />
        </section>
        <ChecksByDay days={days} />
      </div>
      <StorefrontChanges changes={changes} />
      {surveyed < total && (
        <p className="text-small text-quiet">
          Checks and changes are those of the {count(surveyed)} entries that were updated last.
        </p>
      )}
      <section aria-labelledby="offers" className="grid gap-4">
        <h2 id="offers" className="text-title font-strong">
          What is on offer
        </h2>
        {listings.length === 0 ? (
          <p>
            This page is past the end. <Link href={address}>Go to the first</Link>
          </p>
        ) : (
          <ListingList listings={listings} isComparable />
        )}
        {next && (
          <p>
            <Link href={`${address}?offset=${next.offset}`} variant="plain">
              Next page
            </Link>
          </p>
        )}
      </section>
    </>
  )
}
