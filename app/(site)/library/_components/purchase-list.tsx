import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import type { PurchaseView } from '../_server/library'
import { AmountOfPurchase } from './amount-of-purchase'
import type { BoughtTitle } from './bought-title'

type PurchaseListProps = {
  purchases: PurchaseView[]
  boughtTitle: BoughtTitle
  search: string
  pageSize: number
}

/** Purchases, newest first; a title opens one that is still open. */
export function PurchaseList({ purchases, boughtTitle, search, pageSize }: PurchaseListProps) {
  const last = purchases.at(-1)
  if (!last) return <NothingFound search={search} />
  const older = new URLSearchParams({ ...(search && { q: search }), before: last.settledAt.toISOString() })
  return (
    <div className="grid gap-4">
      <DataTable
        caption="Purchases"
        columns={columnsOf(boughtTitle)}
        rows={purchases}
        rowKey={({ paymentId }) => paymentId}
      />
      {purchases.length === pageSize && (
        <p>
          <Link href={`/library?${older}`}>Older purchases</Link>
        </p>
      )}
    </div>
  )
}

const columnsOf = (boughtTitle: BoughtTitle): Column<PurchaseView>[] => [
  {
    title: 'Bought',
    cell: ({ resourceUri, isKept }) => <Bought {...boughtTitle(resourceUri)} isKept={isKept} />,
  },
  {
    title: 'Charged',
    isNumeric: true,
    cell: (purchase) => <Charged purchase={purchase} />,
  },
  { title: 'Network', cell: ({ network }) => networkName(network) },
  { title: 'Time', cell: ({ settledAt }) => <Timestamp at={settledAt} /> },
  {
    title: 'Receipt',
    cell: ({ paymentId, resourceUri }) => (
      <Link href={`/library/receipts/${paymentId}`} className="-my-3 inline-flex min-h-11 items-center">
        Receipt<span className="sr-only"> for {boughtTitle(resourceUri).title}</span>
      </Link>
    ),
  },
]

function Charged({ purchase }: { purchase: PurchaseView }) {
  const refunded = purchase.refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
  return (
    <>
      <AmountOfPurchase purchase={purchase} amountAtomic={purchase.chargedAtomic} />
      {refunded > 0n && (
        <span className="block text-quiet">
          <AmountOfPurchase purchase={purchase} amountAtomic={refunded} /> given back
        </span>
      )}
    </>
  )
}

function Bought({ title, href, isKept }: ReturnType<BoughtTitle> & { isKept: boolean }) {
  if (!isKept) return <>{title}</>
  // Opened by the browser itself: a paid address answers with whatever was sold.
  return (
    <a href={href} className="-my-3 inline-flex min-h-11 items-center text-accent underline underline-offset-4">
      {title}
    </a>
  )
}

function NothingFound({ search }: { search: string }) {
  if (search) {
    return (
      <EmptyState title="Nothing found" action={<Link href="/library">Show all purchases</Link>}>
        <p>No purchase of yours has “{search}” in its title, its address or its transaction.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nothing bought yet"
      action={
        <Link href="/bazaar" variant="primary">
          See what can be bought
        </Link>
      }
    >
      <p>What you buy with these wallets appears here and stays open to them.</p>
    </EmptyState>
  )
}
