import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { priceInWords } from '../../../_http/price-in-words'
import { siteFacts } from '../../../_server/site-facts'
import { MissingPage, missingMetadata } from '../../../_site/missing-page'
import { pictureAt } from '../../../_site/picture-at'
import { offerOf, StructuredData } from '../../../_site/structured-data'
import { readStorefront } from '../_server/read-storefront'

type Props = { params: Promise<{ handle: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const shop = await readStorefront((await params).handle)
  if (!shop) return missingMetadata()
  const t = await getTranslations('shop')
  const description = t('description', { name: shop.name })
  return {
    title: shop.name,
    description,
    alternates: {
      canonical: `/x/${shop.handle}`,
      types: { 'application/rss+xml': `/shop/${shop.handle}/feed.xml` },
    },
    openGraph: { title: shop.name, description, type: 'website', images: pictureAt(`x/${shop.handle}`, shop.name) },
  }
}

/** What one seller offers, at `/x/<handle>`. */
export default async function ShopPage({ params }: Props) {
  const shop = await readStorefront((await params).handle)
  if (!shop) return <MissingPage />
  const { name, handle, goods, isCut } = shop
  const [{ origin }, t, tPrice] = await Promise.all([siteFacts(), getTranslations('shop'), getTranslations('price')])
  return (
    <div className="mx-auto grid max-w-[44rem] gap-10">
      <StructuredData
        data={{
          '@type': 'ItemList',
          name,
          itemListElement: goods.slice(0, 20).map(({ title, description, path, ...price }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            item: {
              ...{ '@type': 'Product', name: title, ...(description && { description }) },
              offers: offerOf({ url: `${origin}/x/${handle}${path}`, ...price, seller: name }),
            },
          })),
        }}
      />
      <header className="grid gap-2">
        <h1 className="font-serif text-display font-strong wrap-anywhere">{name}</h1>
        {goods.length > 0 && (
          <p className="flex flex-wrap items-baseline gap-x-4 text-quiet">
            {isCut ? t('newest', { count: String(goods.length) }) : t('count', { count: goods.length })}
            <a
              href={`/shop/${handle}/feed.xml`}
              className="inline-flex min-h-11 items-center text-small text-accent underline underline-offset-4"
            >
              {t('feed')}
            </a>
          </p>
        )}
      </header>
      {goods.length === 0 ? (
        <EmptyState title={t('emptyTitle')} action={<Link href="/bazaar">{t('others')}</Link>}>
          <p>{t('empty')}</p>
        </EmptyState>
      ) : (
        <ul className="grid">
          {goods.map(({ title, description, method, path, kind, ...price }) => (
            <li
              key={`${method} ${path}`}
              className="grid gap-1 border-t border-rule py-5 sm:grid-cols-[1fr_auto] sm:gap-x-6"
            >
              <h2 className="font-serif text-title font-strong wrap-anywhere">
                {method === 'GET' && !path.includes('[') ? (
                  <a href={`/x/${handle}${path}`} className="text-ink underline-offset-4 hover:underline">
                    {title}
                  </a>
                ) : (
                  title
                )}
              </h2>
              <p className="figures sm:pt-1 sm:text-end">{priceInWords(price, tPrice)}</p>
              {description && <p className="wrap-anywhere sm:col-span-2">{description}</p>}
              <p className="text-small text-quiet sm:col-span-2">
                {t(`kinds.${kind}`)}
                {method !== 'GET' || path.includes('[') ? (
                  <>
                    , <span className="figures wrap-anywhere">{`${method} /x/${handle}${path}`}</span>
                  </>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
