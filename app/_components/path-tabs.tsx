'use client'

import { usePathname } from 'next/navigation'
import { type Tab, Tabs } from '@/lib/site/ui/tabs'

/** Tabs whose current one is that of the page's path. */
export function PathTabs({ label, tabs }: { label: string; tabs: Omit<Tab, 'isCurrent'>[] }) {
  const pathname = usePathname()
  return <Tabs label={label} tabs={tabs.map((tab) => ({ ...tab, isCurrent: pathname === tab.href }))} />
}
