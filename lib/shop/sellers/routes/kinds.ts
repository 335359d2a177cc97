export const routeKinds = ['article', 'file', 'api', 'metered_api', 'sign_in', 'pass'] as const
export type RouteKind = (typeof routeKinds)[number]

/** Goods that have a page of their own, bought once and kept. It answers 200 where they themselves answer 402. */
export const pagedKinds = ['article', 'file', 'pass'] as const

export const isPaged = (kind: RouteKind): boolean => pagedKinds.some((paged) => paged === kind)
