import { getTranslations } from 'next-intl/server'
import { PageHead } from '../_components/page-head'
import { openDashboard, titledForSellers } from '../_server/dashboard'
import { CloseShopForm } from './_components/close-shop-form'

export const generateMetadata = titledForSellers('shopPages.shop.title')

export default async function ShopPage() {
  const t = await getTranslations('shopPages.shop')
  const seller = (await openDashboard())?.seller
  return (
    <div className="grid gap-10">
      <PageHead title={t('title')} about={t('about')} />
      {seller && seller.closedAt === null && <CloseShopForm handle={seller.handle} />}
    </div>
  )
}
