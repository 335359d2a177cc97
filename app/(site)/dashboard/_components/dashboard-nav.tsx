'use client'

import { usePathname } from 'next/navigation'
import { Tabs } from '@/lib/ui/tabs'
import { dashboardTabs } from './dashboard-tabs'

/** Five places in one row on a phone; what belongs to the current one stands in a second row. */
export function DashboardNav({ shopName, isOperator }: { shopName: string; isOperator: boolean }) {
  const { places, within } = dashboardTabs(usePathname(), isOperator)
  return (
    <div className="grid gap-2 print:hidden">
      <p className="text-quiet">{shopName}</p>
      <Tabs label="Dashboard" tabs={places} />
      {within && <Tabs label={within.title} tabs={within.tabs} isSecond />}
    </div>
  )
}
