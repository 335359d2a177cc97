import type { RouteKind } from '@/lib/sellers/routes/route-input'

export const routeKinds: RouteKind[] = ['article', 'file', 'api', 'metered_api', 'sign_in']

/** Everything that can be sold, by its name among the texts, and where that begins. */
export const newRouteChoices = [
  ...routeKinds.map((key) => ({ key, href: `/dashboard/routes/new?kind=${key}` })),
  // What is sold as several routes at once.
  { key: 'service', href: '/dashboard/gateways' } as const,
]
