export const routeKinds = ['article', 'file', 'api', 'metered_api', 'sign_in', 'pass'] as const
export type RouteKind = (typeof routeKinds)[number]
