import type { Metadata } from 'next'
import { Badge } from '@/lib/ui/badge'
import { CopyId } from '@/lib/ui/copy-id'
import { DataTable } from '@/lib/ui/data-table'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import { isTestNetwork, networkName } from '@/lib/x402/networks'
import { PayToForm } from '../_components/pay-to-form'
import { openDashboard, sellableNetworks } from '../_server/dashboard'

export const metadata: Metadata = { title: 'Payout addresses' }

export default async function PayeesPage() {
  const dashboard = await openDashboard()
  const payees = dashboard?.seller?.payees ?? []
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Payout addresses</h1>
        <p>Buyers pay these addresses directly. A change counts for all your routes from then on.</p>
        {payees.length === 0 && <p>Set one on a test network first: everything can be tried there with test money.</p>}
      </header>
      {payees.length > 0 && (
        <DataTable
          caption="Confirmed addresses"
          rows={payees}
          rowKey={({ network }) => network}
          columns={[
            { title: 'Network', cell: ({ network }) => networkName(network) },
            {
              title: 'Money',
              cell: ({ network }) =>
                isTestNetwork(network) ? <Badge state="test">Test</Badge> : <Badge state="neutral">Real</Badge>,
            },
            { title: 'Address', cell: ({ address }) => <CopyId value={address} name="payout address" /> },
            { title: 'Confirmed', cell: ({ confirmedAt }) => <Timestamp at={confirmedAt} /> },
          ]}
        />
      )}
      {payees.length > 0 && (
        <p>
          <Link href="/dashboard/routes" variant="plain">
            Go on to your routes
          </Link>
        </p>
      )}
      <PayToForm networks={await sellableNetworks()} wallets={dashboard?.wallets ?? []} />
    </div>
  )
}
