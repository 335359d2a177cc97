'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { Messages } from '@/lib/site/messages/catalog'
import type { Translate } from '@/lib/site/messages/translate'
import { Link } from '@/lib/site/ui/link'
import { type Tab, Tabs } from '@/lib/site/ui/tabs'

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

type TabName = keyof Messages['dashboardNav']

/** A place with the paths of its pages; the first is where it leads. */
type Place = [name: TabName, pages: string[]]

const sellerPlaces: Place[] = [
  ['today', ['']],
  ['forSale', ['routes', 'gateways']],
  ['money', ['payments', 'earnings', 'channels', 'payees']],
  ['page', ['profile']],
  ['developers', ['keys', 'webhooks']],
]
const operatorPlace: Place = ['operator', ['operator']]

/** Shown in a second row; the others are reached from the first page of their place. */
const named = ['payments', 'earnings', 'channels', 'payees', 'keys', 'webhooks'] as const

/** The reader's places of the dashboard, and the pages of the current one; null where it has none. */
export function dashboardTabs(
  t: Translate<'dashboardNav'>,
  pathname: string,
  isOperator: boolean,
): { places: Tab[]; within: { title: string; tabs: Tab[] } | null } {
  const [, , current = ''] = pathname.split('/')
  const hrefOf = (page: string) => `/dashboard${page && `/${page}`}`
  const places = isOperator ? [...sellerPlaces, operatorPlace] : sellerPlaces
  const [place, pages = []] = places.find(([, pages]) => pages.includes(current)) ?? []
  const tabs = named
    .filter((page) => pages.includes(page))
    .map((page) => ({ title: t(page), href: hrefOf(page), isCurrent: page === current }))
  return {
    places: places.map(([name, [first = '']]) => ({ title: t(name), href: hrefOf(first), isCurrent: name === place })),
    within: place && tabs.length > 0 ? { title: t(place), tabs } : null,
  }
}
