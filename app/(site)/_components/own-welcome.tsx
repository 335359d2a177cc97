import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { ListingList } from '../bazaar/_components/listing-list'
import { hostAddress } from '../bazaar/_components/shop-address'
import { findStorefront, type Storefront } from '../bazaar/_server/explorer'

const SHOWN = 6

/** The start of a site of one's own: what is sold here, or what comes first where nothing is. */
export async function OwnWelcome({ origin }: { origin: string }) {
  const { hostname } = new URL(origin)
  const storefront = await findStorefront({ host: hostname }, undefined)
  return (
    <>
      <header className="grid max-w-[46rem] gap-6">
        <h1 className="font-serif text-display font-strong">Buy by the request. Pay with a wallet.</h1>
        <p className="font-serif text-reading">
          What is sold here names its price, takes a payment that your wallet signs, and is yours: no account, no card
          form, no API key.
        </p>
      </header>
      <section aria-labelledby="sold" className="grid gap-6">
        <h2 id="sold" className="text-title font-strong">
          Sold here
        </h2>
        {storefront ? <SoldHere storefront={storefront} host={hostname} /> : <NothingSold />}
      </section>
    </>
  )
}

function SoldHere({ storefront: { listings, total }, host }: { storefront: Storefront; host: string }) {
  return (
    <>
      <ListingList listings={listings.slice(0, SHOWN)} />
      {total > SHOWN && (
        <p>
          <Link href={hostAddress(host)} variant="plain">
            See all {total.toLocaleString('en-GB')}
          </Link>
        </p>
      )}
    </>
  )
}

function NothingSold() {
  return (
    <EmptyState
      title="Nothing is sold here yet"
      action={
        <Link href="/dashboard" variant="primary">
          Open the dashboard
        </Link>
      }
    >
      <p>
        Do you run this site? Sign in with your wallet and open its first shop: an article, a file or an API can have a
        price in a few minutes.
      </p>
    </EmptyState>
  )
}
