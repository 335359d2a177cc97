import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { Page } from '@/app/(site)/_components/page'
import { PayeeFirst } from '../../_components/notices'
import { networksOf, openDashboard, titledForSellers } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export const generateMetadata = titledForSellers('gateways.sell')

export default async function NewGatewayPage() {
  const dashboard = await openDashboard()
  // The layout asks to sign in, or to open a shop, in its place.
  if (!dashboard?.seller) return null
  const { handle, payees } = dashboard.seller
  const t = await getTranslations('gateways')
  return (
    <Page title={t('sell')} about={t('newWhat')}>
      {payees.length === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['gatewayForms', 'routeForms']}>
          <GatewayEditor gateway={null} handle={handle} networks={await networksOf(dashboard.seller)} />
        </ClientMessages>
      )}
    </Page>
  )
}
