import type { Metadata } from 'next'
import Form from 'next/form'
import { Badge } from '@/lib/ui/badge'
import { Button } from '@/lib/ui/button'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { TextField } from '@/lib/ui/text-field'
import { Timestamp } from '@/lib/ui/timestamp'
import { readShops, readSuspensions, type ShopSummary, type SuspensionView } from '../_server/operator-reads'

export const metadata: Metadata = { title: 'Shops', robots: { index: false } }

type Props = { searchParams: Promise<{ q?: string | string[]; after?: string | string[] }> }

/** Every shop of the site, and what is suspended now. */
export default async function OperatorShopsPage({ searchParams }: Props) {
  const { q, after } = await searchParams
  const search = typeof q === 'string' ? q : ''
  const [{ shops, nextCursor }, suspensions] = await Promise.all([
    readShops({ search, ...(typeof after === 'string' ? { cursor: after } : {}) }),
    readSuspensions(),
  ])
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Shops</h1>
        <p>Open a shop to suspend it or one of its routes, or to set what it may have.</p>
      </header>
      <Form action="/dashboard/operator/shops" role="search" className="flex max-w-measure flex-wrap items-end gap-4">
        <div className="min-w-48 flex-1">
          <TextField id="q" name="q" label="Name or address" type="search" defaultValue={search} maxLength={100} />
        </div>
        <Button type="submit">Search</Button>
      </Form>
      {shops.length > 0 ? (
        <DataTable caption="Shops" isCaptionHidden columns={columns} rows={shops} rowKey={({ sellerId }) => sellerId} />
      ) : (
        <EmptyState title={search === '' ? 'No shops yet' : 'Nothing found'}>
          <p>{search === '' ? 'A shop appears here when somebody opens one.' : `No shop is called “${search}”.`}</p>
        </EmptyState>
      )}
      {nextCursor && (
        <Link href={`/dashboard/operator/shops?${new URLSearchParams({ q: search, after: nextCursor })}`}>
          Older shops
        </Link>
      )}
      {suspensions.length > 0 && (
        <DataTable
          caption="Suspended now"
          columns={suspensionColumns}
          rows={suspensions}
          rowKey={({ what, handle, method, path }) => `${what} ${handle} ${method} ${path}`}
        />
      )}
    </div>
  )
}

const columns: Column<ShopSummary>[] = [
  {
    title: 'Shop',
    cell: ({ handle, name }) => (
      <Link href={`/dashboard/operator/shops/${handle}`} className="-my-3 inline-flex py-3">
        {name}
      </Link>
    ),
  },
  { title: 'Address', cell: ({ handle }) => <span className="figures">/x/{handle}</span> },
  {
    title: 'State',
    cell: ({ isSuspended }) => (
      <Badge state={isSuspended ? 'refused' : 'settled'}>{isSuspended ? 'Suspended' : 'Open'}</Badge>
    ),
  },
  { title: 'Routes', isNumeric: true, cell: ({ routes }) => routes.toLocaleString('en') },
  { title: 'Opened', cell: ({ openedAt }) => <Timestamp at={openedAt} /> },
]

const suspensionColumns: Column<SuspensionView>[] = [
  {
    title: 'What',
    cell: ({ what, isContentClosed }) =>
      ({ shop: 'Shop', route: 'Route', listing: 'Listing' })[what] + (isContentClosed ? ', closed' : ''),
  },
  {
    title: 'Of',
    cell: ({ handle, method, path }) => (
      <Link href={`/dashboard/operator/shops/${handle}?q=${encodeURIComponent(path ?? '')}`}>
        <span className="figures">
          {method} /x/{handle}
          {path}
        </span>
      </Link>
    ),
  },
  { title: 'Reason', cell: ({ reason }) => reason },
]
