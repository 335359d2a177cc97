import { Badge, type BadgeState } from '@/lib/ui/badge'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { networkName } from '@/lib/x402/networks'

type Network = { network: string; status: 'ok' | 'degraded' | 'behind' | 'unreachable' }

type NetworkTableProps = { kinds: { scheme: string; network: string }[]; networks: Network[] }

const states: Record<Network['status'], { badge: BadgeState; text: string }> = {
  ok: { badge: 'settled', text: 'Settling' },
  degraded: { badge: 'waiting', text: 'Low on gas' },
  behind: { badge: 'refused', text: 'Chain was reset' },
  unreachable: { badge: 'refused', text: 'Out of reach' },
}

/** What it settles and its health, one row per network. */
export function NetworkTable({ kinds, networks }: NetworkTableProps) {
  if (networks.length === 0) {
    return (
      <EmptyState title="No network yet">
        This facilitator settles on no network yet. Those that it serves appear here, each with its state.
      </EmptyState>
    )
  }
  const schemesOn = (network: string) =>
    kinds.flatMap((kind) => (kind.network === network ? [kind.scheme] : [])).join(', ')
  return (
    <DataTable
      caption="Networks"
      rows={networks}
      rowKey={({ network }) => network}
      columns={[
        { title: 'Network', cell: ({ network }) => networkName(network) },
        { title: 'Identifier', cell: ({ network }) => <span className="figures">{network}</span> },
        { title: 'Schemes', cell: ({ network }) => schemesOn(network) },
        {
          title: 'State',
          cell: ({ status }) => <Badge state={states[status].badge}>{states[status].text}</Badge>,
        },
      ]}
    />
  )
}
