import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_site/client-messages'
import { titled } from '@/app/_site/titled'
import { PayeeFirst } from '../../_components/notices'
import { PageHead } from '../../_components/page-head'
import { openDashboard, sellableNetworks } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export const generateMetadata = titled('gateways.sell')

export default async function NewGatewayPage() {
  const dashboard = await openDashboard()
  // The layout asks to sign in, or to open a shop, in its place.
  if (!dashboard?.seller) return null
  const { handle, payees } = dashboard.seller
  const confirmed = new Set(payees.map(({ network }) => network))
  const networks = (await sellableNetworks()).filter(({ id }) => confirmed.has(id))
  const t = await getTranslations('gateways')
  return (
    <div className="grid gap-8">
      <PageHead title={t('sell')} about={t('newWhat')} />
      {confirmed.size === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['gatewayForms', 'routeForms']}>
          <GatewayEditor gateway={null} handle={handle} networks={networks} />
        </ClientMessages>
      )}
    </div>
  )
}
