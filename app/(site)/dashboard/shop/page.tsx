import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { openDashboard } from '../_server/dashboard'
import { CloseShopForm } from './_components/close-shop-form'

export const generateMetadata = titled('shopPages.shop.title')

export default async function ShopPage() {
  const t = await getTranslations('shopPages.shop')
  const seller = (await openDashboard())?.seller
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      {seller && seller.closedAt === null && <CloseShopForm handle={seller.handle} />}
    </div>
  )
}
