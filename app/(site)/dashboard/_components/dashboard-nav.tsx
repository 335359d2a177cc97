'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { Tabs } from '@/lib/site/ui/tabs'
import { dashboardTabs } from './dashboard-tabs'

type DashboardNavProps = {
  shopName: string
  shopHref: string
  isOperator: boolean
}

/** Five places in one row on a phone; the pages of the current one are in a second row. */
export function DashboardNav({ shopName, shopHref, isOperator }: DashboardNavProps) {
  const t = useTranslations('dashboardNav')
  const { places, within } = dashboardTabs(t, usePathname(), isOperator)
  return (
    <div className="grid gap-2 print:hidden">
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <a href={shopHref} className="inline-flex min-h-11 items-center font-serif font-strong text-ink wrap-anywhere">
          {shopName}
        </a>
        <Link href="/dashboard/routes/new" variant="plain">
          {t('sell')}
        </Link>
      </p>
      <Tabs label={t('label')} tabs={places} />
      {within && <Tabs label={within.title} tabs={within.tabs} isSecond />}
    </div>
  )
}
