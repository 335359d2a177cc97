import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { MissingPage, missingMetadata } from '@/app/_components/missing-page'
import { sharedAs } from '@/app/_components/preview'
import { offerOf, StructuredData } from '@/app/_components/structured-data'
import { boughtAmong, coveredUntil } from '@/app/_server/reader'
import { siteFacts } from '@/app/_server/site-facts'
import { isPaged } from '@/lib/shop/sellers/routes/kinds'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Goods, Service } from '../_components/goods'
import { ShopHead } from '../_components/shop-head'
import { byService } from '../_server/by-service'
import { readStorefront } from '../_server/read-storefront'

const readOnce = cache(readStorefront)

type ShopPageProps = { params: Promise<{ handle: string }> }

export async function generateMetadata({ params }: ShopPageProps): Promise<Metadata> {
  const shop = await readOnce((await params).handle)
  if (!shop) return missingMetadata()
  const t = await getTranslations('shop')
  const description = shop.about || t('description', { name: shop.name })
  const path = `/x/${shop.handle}`
  return {
    ...sharedAs({ title: shop.name, description, path, price: t('count', { count: shop.goods.length }) }),
    alternates: { canonical: path, types: { 'application/rss+xml': `/shop/${shop.handle}/feed.xml` } },
  }
}

export default async function ShopPage({ params }: ShopPageProps) {
  const shop = await readOnce((await params).handle)
  if (!shop) return <MissingPage />
  const { name, handle, goods } = shop
  const pathOf = ({ path }: (typeof goods)[number]) => `/x/${handle}${path}`
  // Calls of an API are bought one by one.
  const kept = goods.filter(({ kind }) => kind === 'article' || kind === 'file' || kind === 'pass')
  const paths = kept.map(pathOf)
  const [bought, covered] = await Promise.all([boughtAmong(paths), coveredUntil(paths)])
  const [{ origin }, t] = await Promise.all([siteFacts(), getTranslations('shop')])
  const address = new URL(`/x/${handle}`, origin)
  return (
    <div className="grid gap-10 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-x-16">
      <StructuredData
        data={{
          '@type': 'ItemList',
          name,
          itemListElement: goods.slice(0, 20).map(({ kind, title, description, path, dollars, isFrom }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            item: {
              '@type': 'Product',
              name: title,
              ...(description && { description }),
              offers: offerOf({
                url: `${origin}/${isPaged(kind) ? 'shop' : 'x'}/${handle}${path}`,
                dollars,
                isFrom,
                seller: name,
              }),
            },
          })),
        }}
      />
      <ShopHead {...shop} />
      {goods.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={<Link href="/bazaar">{t('others')}</Link>} about={t('empty')} />
      ) : (
        <ul className="min-w-0 self-start border-b border-rule">
          {byService(goods).map(({ service, operations: [first, ...rest] }) => (
            <li key={`${first.method} ${first.path}`} className="border-t border-rule py-6">
              {service !== null && rest.length > 0 ? (
                <Service shop={address} title={service} operations={[first, ...rest]} />
              ) : (
                <Goods
                  {...first}
                  shop={address}
                  isBought={bought.has(pathOf(first))}
                  openUntil={covered.get(pathOf(first))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
