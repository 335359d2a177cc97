import { routeKinds } from '@/lib/shop/sellers/routes/kinds'

/** Everything that can be sold, by its name among the texts, and where that begins. */
export const newRouteChoices = [
  ...routeKinds.map((key) => ({ key, href: `/dashboard/routes/new?kind=${key}` })),
  // What is sold as several routes at once.
  { key: 'service', href: '/dashboard/gateways' } as const,
]
