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

type DashboardPage = { name: keyof Messages['dashboardNav']; href: string }

type DashboardTab = DashboardPage & {
  within?: DashboardPage[]
  /** Another path where it is the current place: a page that its own page links to. */
  also?: string
}

const TODAY = '/dashboard'
const sellerPlaces: DashboardTab[] = [
  { name: 'today', href: TODAY },
  { name: 'forSale', href: '/dashboard/routes', also: '/dashboard/gateways' },
  {
    name: 'money',
    href: '/dashboard/payments',
    within: [
      { name: 'payments', href: '/dashboard/payments' },
      { name: 'earnings', href: '/dashboard/earnings' },
      { name: 'channels', href: '/dashboard/channels' },
      { name: 'payees', href: '/dashboard/payees' },
    ],
  },
  { name: 'page', href: '/dashboard/profile' },
  {
    name: 'developers',
    href: '/dashboard/keys',
    within: [
      { name: 'keys', href: '/dashboard/keys' },
      { name: 'webhooks', href: '/dashboard/webhooks' },
    ],
  },
]

const operatorPlace: DashboardTab = { name: 'operator', href: '/dashboard/operator' }

/** The reader's places of the dashboard, and the pages of the current one; null where it has none. */
export function dashboardTabs(
  t: Translate<'dashboardNav'>,
  pathname: string,
  isOperator: boolean,
): { places: Tab[]; within: { title: string; tabs: Tab[] } | null } {
  const isAt = (href: string) => pathname === href || (href !== TODAY && pathname.startsWith(`${href}/`))
  const isWithin = ({ href, within = [], also = href }: DashboardTab) =>
    [href, also, ...within.map((each) => each.href)].some(isAt)
  const places = isOperator ? [...sellerPlaces, operatorPlace] : sellerPlaces
  const current = places.find(isWithin)
  return {
    places: places.map((place) => ({ title: t(place.name), href: place.href, isCurrent: place === current })),
    within: current?.within
      ? {
          title: t(current.name),
          tabs: current.within.map(({ name, href }) => ({ title: t(name), href, isCurrent: isAt(href) })),
        }
      : null,
  }
}
