import { routeKinds } from '@/lib/shop/sellers/routes/kinds'

/** Everything that can be sold, by its key among the texts, and the page where that starts. */
export const newRouteChoices = [
  ...routeKinds.map((key) => ({ key, href: `/dashboard/routes/new?kind=${key}` })),
  // A service is sold as several routes at once.
  { key: 'service', href: '/dashboard/gateways' } as const,
]
