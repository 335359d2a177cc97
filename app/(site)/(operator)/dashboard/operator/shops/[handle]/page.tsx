import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { SearchForm } from '@/app/_site/search-form'
import { titled, unindexed } from '@/app/_site/titled'
import { networkName } from '@/lib/base/x402/networks'
import { Badge } from '@/lib/site/ui/badge'
import { CopyId } from '@/lib/site/ui/copy-id'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { ShopRoutes } from '../../_components/shop-routes'
import { SuspendForm } from '../../_components/suspend-form'
import { readShop } from '../../_server/operator-reads'

export const generateMetadata = titled('operator.shops.shop', unindexed)

/** An operator's actions on one shop; `route` chooses one of its routes. */
export default async function OperatorShopPage({
  params,
  searchParams,
}: PageProps<'/dashboard/operator/shops/[handle]'>) {
  const { handle } = await params
  const { q, after, route: routeId } = await searchParams
  const search = typeof q === 'string' ? q : ''
  const shop = await readShop(handle, { search, ...(typeof after === 'string' ? { cursor: after } : {}) })
  if (!shop) return <MissingPage />
  const chosen = shop.routes.find((route) => route.routeId === routeId)
  const { suspension } = shop
  const t = await getTranslations('operator')
  const own = `/dashboard/operator/shops/${handle}`
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3 text-quiet">
          <span className="figures">/x/{handle}</span>
          <Badge state={suspension ? 'refused' : 'settled'}>{t(suspension ? 'shops.suspended' : 'shops.open')}</Badge>
          <span>{t.rich('shop.opened', { time: () => <Timestamp at={shop.openedAt} /> })}</span>
        </p>
        <h1 className="font-serif text-display font-strong wrap-anywhere" dir="auto">
          {shop.name}
        </h1>
        {shop.payees.map(({ network, address }) => (
          <p key={network} className="text-small text-quiet">
            {t.rich('shop.paidOn', {
              network: networkName(network),
              address: () => <CopyId value={address} name={t('shop.payToName')} />,
            })}
          </p>
        ))}
      </header>
      <Section id="routes" title={t('shop.routes')} className="grid gap-4">
        {(search !== '' || shop.nextCursor !== null || shop.routes.length > 10) && (
          <SearchForm action={own} label={t('shop.search')} search={search} send={t('shops.send')} />
        )}
        <ShopRoutes
          routes={shop.routes}
          href={(id) => `${own}?${new URLSearchParams({ q: search, route: id })}#suspend`}
        />
        {shop.nextCursor && (
          <Link href={`${own}?${new URLSearchParams({ q: search, after: shop.nextCursor })}`}>{t('shop.older')}</Link>
        )}
      </Section>
      <section aria-labelledby="suspend" className="grid gap-4 border-t border-rule pt-8">
        <h2 id="suspend" className="text-title font-strong wrap-anywhere">
          {chosen ? t('shop.suspendRoute', { title: chosen.title }) : t('shop.suspend')}
        </h2>
        {chosen ? (
          <>
            <p className="figures text-small text-quiet">
              {chosen.method} /x/{handle}
              {chosen.path}
            </p>
            <div className="grid gap-8 lg:grid-cols-2">
              <SuspendForm
                key={`route ${chosen.routeId}`}
                what="route"
                {...{ handle, ...nameOf(chosen) }}
                suspension={chosen.suspension}
              />
              <SuspendForm
                key={`listing ${chosen.routeId}`}
                what="listing"
                {...{ handle, ...nameOf(chosen) }}
                suspension={
                  chosen.listingReason === null ? null : { reason: chosen.listingReason, isContentClosed: false }
                }
              />
            </div>
            <p>
              <Link href={`${own}#suspend`}>{t('shop.whole')}</Link>
            </p>
          </>
        ) : (
          <SuspendForm key="shop" what="shop" handle={handle} suspension={suspension} />
        )}
      </section>
    </div>
  )
}

const nameOf = ({ method, path }: { method: string; path: string }) => ({ method, path })
