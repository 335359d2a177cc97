import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { Form } from '@/app/(site)/_components/form'
import { Page } from '@/app/(site)/_components/page'
import { MissingThing } from '@/app/(site)/dashboard/_components/missing-thing'
import { routeColumns } from '@/app/(site)/dashboard/_components/notices'
import { removeGateway } from '@/app/(site)/dashboard/_server/forms'
import type { OperationView } from '@/lib/shop/sellers/gateways/gateways'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { DataTable } from '@/lib/site/ui/data-table'
import { Notice } from '@/lib/site/ui/notice'
import { find, networksOf, openDashboard } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export async function generateMetadata({ params }: PageProps<'/dashboard/gateways/[gatewayId]'>): Promise<Metadata> {
  return { title: (await find('getGateway', await params))?.title ?? (await getTranslations('routes'))('title') }
}

export default async function GatewayPage({ params, searchParams }: PageProps<'/dashboard/gateways/[gatewayId]'>) {
  const gateway = await find('getGateway', await params)
  const dashboard = await openDashboard()
  if (!gateway || !dashboard?.seller) return <MissingThing />
  const { handle } = dashboard.seller
  const networks = await networksOf(dashboard.seller)
  const { saved } = await searchParams
  const [t, tRemove] = await Promise.all([getTranslations('gateways'), getTranslations('gatewayForms.remove')])
  return (
    <Page title={gateway.title}>
      {typeof saved === 'string' && (
        <Notice tone="settled" title={t('saved')} announce="polite">
          <p>{t('savedWhat')}</p>
        </Notice>
      )}
      <SoldOperations operations={gateway.operations} />
      <ClientMessages of={['gatewayForms', 'routeForms']}>
        {/* Fresh after a save of its own; what is written stays when another's save is read again. */}
        <GatewayEditor key={String(saved)} gateway={gateway} handle={handle} networks={networks} />
      </ClientMessages>
      <div className="border-t border-rule pt-8">
        <Form
          action={removeGateway}
          hidden={{ gatewayId: gateway.gatewayId }}
          ask={{ label: tRemove('button'), question: tRemove('what') }}
          variant="danger"
          label={tRemove('now')}
        />
      </div>
    </Page>
  )
}

function SoldOperations({ operations }: { operations: OperationView[] }) {
  const [t, tColumns] = [useTranslations('routes'), useTranslations('gateways')]
  const inDigits = useLocalDigits()
  const price = ({ access, dollars, metering }: OperationView) => {
    if (access !== 'paid') return t(`price.${access}`)
    return inDigits(metering && dollars !== null ? tColumns('upTo', { dollars }) : (dollars ?? ''))
  }
  return (
    <DataTable
      caption={tColumns('operations')}
      columns={[...routeColumns<OperationView>(t), { title: t('columns.price'), isNumeric: true, cell: price }]}
      rows={operations}
      rowKey={({ routeId }) => routeId}
    />
  )
}
