'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Tabs } from '@/lib/site/ui/tabs'
import { dashboardTabs } from './dashboard-tabs'

/** Five places in one row on a phone; the pages of the current one are in a second row. */
export function DashboardNav({ shopName, isOperator }: { shopName: string; isOperator: boolean }) {
  const t = useTranslations('dashboardNav')
  const { places, within } = dashboardTabs(t, usePathname(), isOperator)
  return (
    <div className="grid gap-2 print:hidden">
      <p className="text-quiet">{shopName}</p>
      <Tabs label={t('label')} tabs={places} />
      {within && <Tabs label={within.title} tabs={within.tabs} isSecond />}
    </div>
  )
}
