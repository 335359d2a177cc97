'use client'

import { usePathname } from 'next/navigation'
import { Tabs } from '@/lib/ui/tabs'

export function RouteNav({ routeId }: { routeId: string }) {
  const pathname = usePathname()
  const own = `/dashboard/routes/${routeId}`
  const tabs = [
    { title: 'Settings', href: own },
    { title: 'Integrate', href: `${own}/integrate` },
    { title: 'Test payment', href: `${own}/test` },
    { title: 'Payments', href: `/dashboard/payments?route=${routeId}` },
  ]
  return <Tabs label="Route" tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname === tab.href }))} />
}
