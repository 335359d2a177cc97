import type { Metadata } from 'next'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { type GatewaySummary, readGateways, readUpstreamKeys } from '../_server/seller-reads'
import { WhoPaid } from './_components/who-paid'

export const metadata: Metadata = { title: 'Gateways' }

export default async function GatewaysPage() {
  const [gateways, keys] = await Promise.all([readGateways(), readUpstreamKeys()])
  const add = (
    <Link href="/dashboard/gateways/new" variant="primary">
      Sell a service
    </Link>
  )
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Gateways</h1>
        <p>A gateway sells the operations of a service that you run, one by one, without a change to it.</p>
      </header>
      {gateways.length > 0 ? (
        <>
          <DataTable
            caption="Your gateways"
            isCaptionHidden
            columns={columns}
            rows={gateways}
            rowKey={({ gatewayId }) => gatewayId}
          />
          <p>{add}</p>
        </>
      ) : (
        <EmptyState title="No service yet" action={add}>
          <p>Give the address of its OpenAPI document, choose prices, and it sells.</p>
        </EmptyState>
      )}
      <WhoPaid keys={keys} now={new Date()} />
    </div>
  )
}

const columns: Column<GatewaySummary>[] = [
  {
    title: 'Service',
    cell: ({ gatewayId, title }) => (
      <Link href={`/dashboard/gateways/${gatewayId}`} className="-my-3 inline-flex py-3">
        {title}
      </Link>
    ),
  },
  { title: 'Sold below', cell: ({ prefix }) => <span className="figures">{prefix}</span> },
  { title: 'Address', cell: ({ upstreamUrl }) => <span className="figures">{upstreamUrl}</span> },
  { title: 'Operations', isNumeric: true, cell: ({ operations }) => operations },
]
