import type { Tab } from '@/lib/ui/tabs'

type Place = {
  title: string
  href: string
  /** Its second row. */
  within?: { title: string; href: string }[]
  /** Where else it is the current place: pages that its own page leads to. */
  also?: string
}

const OVERVIEW = '/dashboard'
const sellerPlaces: Place[] = [
  { title: 'Overview', href: OVERVIEW },
  { title: 'Routes', href: '/dashboard/routes', also: '/dashboard/gateways' },
  {
    title: 'Payments',
    href: '/dashboard/payments',
    within: [
      { title: 'All payments', href: '/dashboard/payments' },
      { title: 'Channels', href: '/dashboard/channels' },
    ],
  },
  { title: 'Earnings', href: '/dashboard/earnings' },
  {
    title: 'Shop',
    href: '/dashboard/shop',
    within: [
      { title: 'Shop page', href: '/dashboard/shop' },
      { title: 'Payout addresses', href: '/dashboard/payees' },
      { title: 'Notifications', href: '/dashboard/notifications' },
      { title: 'Webhooks', href: '/dashboard/webhooks' },
      { title: 'API keys', href: '/dashboard/keys' },
    ],
  },
]
/** Each page of the seller's places, by its own title. */
export const sellerPages = sellerPlaces.flatMap(({ title, href, within }) => within ?? [{ title, href }])

const operatorPlace: Place = { title: 'Operator', href: '/dashboard/operator' }

/** The places of the dashboard, and those within the current one; null where it has none. */
export function dashboardTabs(
  pathname: string,
  isOperator: boolean,
): { places: Tab[]; within: { title: string; tabs: Tab[] } | null } {
  const isAt = (href: string) => pathname === href || (href !== OVERVIEW && pathname.startsWith(`${href}/`))
  const isWithin = ({ href, within = [], also = href }: Place) =>
    [href, also, ...within.map((each) => each.href)].some(isAt)
  const places = isOperator ? [...sellerPlaces, operatorPlace] : sellerPlaces
  const current = places.find(isWithin)
  return {
    places: places.map((place) => ({ title: place.title, href: place.href, isCurrent: place === current })),
    within: current?.within
      ? { title: current.title, tabs: current.within.map((each) => ({ ...each, isCurrent: isAt(each.href) })) }
      : null,
  }
}
