import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import { Badge, type BadgeState } from '@/lib/site/ui/badge'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'

type Network = { network: string; status: 'ok' | 'degraded' | 'behind' | 'unreachable' }

type NetworkTableProps = { kinds: { scheme: string; network: string }[]; networks: Network[] }

const badges: Record<Network['status'], BadgeState> = {
  ok: 'settled',
  degraded: 'waiting',
  behind: 'refused',
  unreachable: 'refused',
}

export function NetworkTable({ kinds, networks }: NetworkTableProps) {
  const t = useTranslations('facilitator.networks')
  if (networks.length === 0) return <EmptyState title={t('noneTitle')}>{t('none')}</EmptyState>
  const schemesOn = (network: string) =>
    kinds.flatMap((kind) => (kind.network === network ? [kind.scheme] : [])).join(', ')
  return (
    <DataTable
      caption={t('title')}
      rows={networks}
      rowKey={({ network }) => network}
      columns={[
        { title: t('network'), cell: ({ network }) => networkName(network) },
        { title: t('identifier'), cell: ({ network }) => <span className="figures">{network}</span> },
        { title: t('schemes'), cell: ({ network }) => schemesOn(network) },
        {
          title: t('state'),
          cell: ({ status }) => <Badge state={badges[status]}>{t(status)}</Badge>,
        },
      ]}
    />
  )
}
