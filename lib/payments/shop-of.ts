/** The shop of a route, by its key `GET /x/<handle>/…`; null for a route that is not a seller's. */
export const shopOf = (routeKey: string): string | null => /^[A-Z]+ \/x\/([^/]+)\//.exec(routeKey)?.[1] ?? null
