import { useTranslations } from 'next-intl'
import type { OperationView } from '@/lib/shop/sellers/gateways/get-gateway'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { RouteBadge } from '../../_components/route-badge'

export function SoldOperations({ operations }: { operations: OperationView[] }) {
  const t = useTranslations('gateways')
  return (
    <DataTable
      caption={t('columns.operations')}
      columns={columnsIn(t, useLocalDigits())}
      rows={operations}
      rowKey={({ routeId }) => routeId}
    />
  )
}

const columnsIn = (t: Translate<'gateways'>, inDigits: (text: string) => string): Column<OperationView>[] => [
  {
    title: t('columns.operation'),
    cell: ({ routeId, title }) => (
      <Link href={`/dashboard/routes/${routeId}`} className="-my-3 inline-flex py-3">
        {title}
      </Link>
    ),
  },
  {
    title: t('columns.address'),
    cell: ({ method, url }) => (
      <span className="figures">
        {method} {new URL(url).pathname}
      </span>
    ),
  },
  {
    title: t('columns.state'),
    cell: ({ state }) => <RouteBadge state={state} isSuspended={false} />,
  },
  {
    title: t('columns.price'),
    isNumeric: true,
    cell: ({ access, dollars, metering }) => {
      if (access !== 'paid') return t(access)
      return inDigits(metering && dollars !== null ? t('upTo', { dollars }) : (dollars ?? ''))
    },
  },
]
