import { mayDo, type ShopAct, type ShopRole } from '@/lib/shop/sellers/members/roles'
import type { Messages } from '@/lib/site/messages/catalog'
import type { Translate } from '@/lib/site/messages/translate'
import type { Tab } from '@/lib/site/ui/tabs'

/** Shown to those who may do all of its acts. */
type Page = { name: keyof Messages['dashboardNav']; href: string; acts?: ShopAct[] }

type Place = Page & {
  /** Its second row. */
  within?: Page[]
  /** Another path where it is the current place: a page that its own page links to. */
  also?: string
}

const TODAY = '/dashboard'
const sellerPlaces: Place[] = [
  { name: 'today', href: TODAY, acts: ['routes:read', 'payments:read'] },
  { name: 'forSale', href: '/dashboard/routes', also: '/dashboard/gateways', acts: ['routes:read'] },
  {
    name: 'money',
    href: '/dashboard/payments',
    acts: ['payments:read'],
    within: [
      { name: 'payments', href: '/dashboard/payments' },
      { name: 'earnings', href: '/dashboard/earnings' },
      { name: 'channels', href: '/dashboard/channels' },
      { name: 'payees', href: '/dashboard/payees', acts: ['payees:write'] },
    ],
  },
  {
    name: 'page',
    href: '/dashboard/profile',
    within: [
      { name: 'profile', href: '/dashboard/profile', acts: ['shop:write'] },
      { name: 'members', href: '/dashboard/members' },
      { name: 'notifications', href: '/dashboard/notifications', acts: ['webhooks:read'] },
      { name: 'limits', href: '/dashboard/shop', acts: ['audit:read'] },
    ],
  },
  {
    name: 'developers',
    href: '/dashboard/keys',
    acts: ['keys:read'],
    within: [
      { name: 'keys', href: '/dashboard/keys' },
      { name: 'webhooks', href: '/dashboard/webhooks', acts: ['webhooks:read'] },
    ],
  },
]

const operatorPlace: Place = { name: 'operator', href: '/dashboard/operator' }

/** The reader's places of the dashboard, and the pages of the current one; null where it has none. */
export function dashboardTabs(
  t: Translate<'dashboardNav'>,
  pathname: string,
  { isOperator, role }: { isOperator: boolean; role: ShopRole },
): { places: Tab[]; within: { title: string; tabs: Tab[] } | null } {
  const isAt = (href: string) => pathname === href || (href !== TODAY && pathname.startsWith(`${href}/`))
  const isWithin = ({ href, within = [], also = href }: Place) =>
    [href, also, ...within.map((each) => each.href)].some(isAt)
  const isOpen = ({ acts = [] }: Page) => acts.every((act) => mayDo(role, act))
  const open = sellerPlaces.filter(isOpen).map((place) => {
    const within = place.within?.filter(isOpen)
    return within ? { ...place, within, href: within[0]?.href ?? place.href } : place
  })
  const places = isOperator ? [...open, operatorPlace] : open
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
