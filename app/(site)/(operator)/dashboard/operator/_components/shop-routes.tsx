import { useTranslations } from 'next-intl'
import { RouteBadge } from '@/app/(site)/dashboard/_components/route-badge'
import type { ShopRoute } from '@/lib/shop/sellers/operating/get-shop'
import { Badge } from '@/lib/site/ui/badge'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'

export function ShopRoutes({ routes, href }: { routes: ShopRoute[]; href: (routeId: string) => string }) {
  const t = useTranslations('operator')
  if (routes.length === 0) return <p>{t('routes.none')}</p>
  const columns: Column<ShopRoute>[] = [
    {
      title: t('routes.route'),
      cell: ({ routeId, title }) => (
        <Link href={href(routeId)} className="-my-3 inline-flex py-3">
          {title}
        </Link>
      ),
    },
    {
      title: t('shops.address'),
      cell: ({ method, path }) => (
        <span className="figures">
          {method} {path}
        </span>
      ),
    },
    {
      title: t('shops.state'),
      cell: ({ state, suspension, listingReason }) => (
        <span className="flex flex-wrap gap-2">
          <RouteBadge state={state} isSuspended={suspension !== null} />
          {listingReason !== null && <Badge state="refused">{t('routes.notListed')}</Badge>}
        </span>
      ),
    },
  ]
  return (
    <DataTable
      caption={t('routes.caption')}
      isCaptionHidden
      columns={columns}
      rows={routes}
      rowKey={({ routeId }) => routeId}
    />
  )
}
