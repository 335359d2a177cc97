import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { TollBar } from '@/lib/site/ui/toll-bar'
import type { readOwnSale } from '../_server/dashboard'

/** In place of the price, for the seller of it: where to change it, and how often it was sold. */
export function OwnSaleLine({
  sale: { routeId, sales },
}: {
  sale: NonNullable<Awaited<ReturnType<typeof readOwnSale>>>
}) {
  const t = useTranslations('site.ownSale')
  return (
    <div className="flex flex-wrap items-center gap-x-6 border-t-2 border-ink pt-4">
      <p className="flex min-h-11 items-center gap-3 font-strong">
        <TollBar isLifted />
        {t('title')}
      </p>
      <Link href={`/dashboard/routes/${routeId}`} className="inline-flex min-h-11 items-center">
        {t('edit')}
      </Link>
      {sales !== null && <p className="text-quiet">{t('sales', { count: sales })}</p>}
    </div>
  )
}
