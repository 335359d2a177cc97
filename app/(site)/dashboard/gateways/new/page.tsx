import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { Page } from '@/app/(site)/_components/page'
import { PayeeFirst } from '../../_components/notices'
import { networksOf, readOwnShop, titledForSellers } from '../../_server/dashboard'
import { GatewayEditor } from '../_components/gateway-editor'

export const generateMetadata = titledForSellers('gateways.sell')

export default async function NewGatewayPage() {
  const { seller } = await readOwnShop()
  const t = await getTranslations('gateways')
  return (
    <Page title={t('sell')} about={t('newWhat')}>
      {seller.payees.length === 0 ? (
        <PayeeFirst />
      ) : (
        <ClientMessages of={['gatewayForms']}>
          <GatewayEditor gateway={null} handle={seller.handle} networks={await networksOf(seller)} />
        </ClientMessages>
      )}
    </Page>
  )
}
