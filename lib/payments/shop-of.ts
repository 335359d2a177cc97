/** The shop that a route is of, by its key `GET /x/<handle>/…`; null for a route that is no seller's. */
export const shopOf = (routeKey: string): string | null => /^[A-Z]+ \/x\/([^/]+)\//.exec(routeKey)?.[1] ?? null
