import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { ChangeFilter } from '../_changes/change-filter'
import { ChangeTable } from '../_changes/change-table'
import { changeKinds } from '../_changes/change-words'
import { readChangeFilter } from '../_changes/read-change-filter'
import { openDashboard } from '../_server/dashboard'
import { readChanges, readQuotas } from '../_server/seller-reads'
import { CloseShopForm } from './_components/close-shop-form'
import { QuotaTable } from './_components/quota-table'

export const generateMetadata = titled('shopPages.shop.title')

export default async function ShopPage({ searchParams }: PageProps<'/dashboard/shop'>) {
  const [t, inWords] = await Promise.all([getTranslations('shopPages.shop'), getTranslations('changes')])
  const seller = (await openDashboard())?.seller
  const kinds = changeKinds(inWords)
  const { kind, page, next } = readChangeFilter(await searchParams, kinds)
  return (
    <div className="grid gap-10">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
        <header className="grid max-w-measure gap-2">
          <h1 className="font-serif text-display font-strong">{t('title')}</h1>
          <p>{t('about')}</p>
        </header>
        <QuotaTable usage={await readQuotas()} />
      </div>
      <section aria-label={inWords('title')} className="grid gap-4">
        <ChangeFilter action="/dashboard/shop" kinds={kinds} kind={kind} />
        <ChangeTable {...(await readChanges(page))} nextHref={(cursor) => `/dashboard/shop?${next(cursor)}`} />
      </section>
      {seller && seller.closedAt === null && <CloseShopForm handle={seller.handle} />}
    </div>
  )
}
