'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Tabs } from '@/lib/site/ui/tabs'

export function RouteNav({ routeId }: { routeId: string }) {
  const t = useTranslations('routeNav')
  const pathname = usePathname()
  const own = `/dashboard/routes/${routeId}`
  const tabs = [
    { title: t('settings'), href: own },
    { title: t('integrate'), href: `${own}/integrate` },
    { title: t('payments'), href: `/dashboard/payments?route=${routeId}` },
  ]
  return <Tabs label={t('label')} tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname === tab.href }))} />
}
