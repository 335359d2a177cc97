import type { Metadata } from 'next'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Notice } from '@/lib/ui/notice'
import { MOST_COMPARED, readCompared } from '../_components/compare-address'
import { findListing } from '../_server/explorer'
import { CompareTable } from './_components/compare-table'
import { MoreToCompare } from './_components/more-to-compare'

type Props = { searchParams: Promise<{ entry?: string | string[] }> }

export const metadata: Metadata = {
  title: 'Compare · Bazaar',
  description: 'Entries of the bazaar side by side.',
  robots: { index: false },
}

export default async function ComparePage({ searchParams }: Props) {
  const { keys, isTooMany, isUnclear } = readCompared((await searchParams).entry)
  const found = await Promise.all(keys.map((key) => findListing(key)))
  const listings = found.flatMap((detail) => (detail ? [detail.listing] : []))
  const [first] = listings
  return (
    <div className="grid gap-8">
      <header className="grid gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            The bazaar
          </Link>
        </p>
        <h1 className="font-serif text-title font-strong sm:text-display">Compare</h1>
      </header>
      {isTooMany && (
        <Notice tone="neutral" title={`The first ${MOST_COMPARED} of them stand here`}>
          <p>No more than {MOST_COMPARED} are compared at a time. Leave one out to add another.</p>
        </Notice>
      )}
      {(isUnclear || listings.length < keys.length) && (
        <Notice tone="neutral" title="Not all of them are listed">
          <p>Part of the address names nothing that is listed now.</p>
        </Notice>
      )}
      {first ? (
        <>
          <CompareTable listings={listings} />
          {listings.length < MOST_COMPARED && <MoreToCompare first={first} listings={listings} />}
        </>
      ) : (
        <EmptyState
          title="Nothing to compare yet"
          action={
            <Link href="/bazaar" variant="primary">
              Search the bazaar
            </Link>
          }
        >
          Tick two entries of a list, or three; here they stand side by side.
        </EmptyState>
      )}
    </div>
  )
}
