'use client'

import { usePathname } from 'next/navigation'
import { Tabs } from '@/lib/ui/tabs'

const places = [
  { title: 'Overview', href: '/dashboard' },
  { title: 'Routes', href: '/dashboard/routes' },
  { title: 'Payments', href: '/dashboard/payments' },
  { title: 'Channels', href: '/dashboard/channels' },
  { title: 'Earnings', href: '/dashboard/earnings' },
  { title: 'Payout addresses', href: '/dashboard/payees' },
  { title: 'Webhooks', href: '/dashboard/webhooks' },
  { title: 'Notifications', href: '/dashboard/notifications' },
  { title: 'API keys', href: '/dashboard/keys' },
  { title: 'Shop', href: '/dashboard/shop' },
]

export function DashboardNav({ shopName, isOperator }: { shopName: string; isOperator: boolean }) {
  const pathname = usePathname()
  const shown = isOperator ? [...places, { title: 'Operator', href: '/dashboard/operator' }] : places
  const tabs = shown.map((place) => ({
    ...place,
    isCurrent: place.href === '/dashboard' ? pathname === place.href : pathname.startsWith(place.href),
  }))
  return (
    <div className="grid gap-2 print:hidden">
      <p className="text-quiet">{shopName}</p>
      <Tabs label="Dashboard" tabs={tabs} />
    </div>
  )
}
