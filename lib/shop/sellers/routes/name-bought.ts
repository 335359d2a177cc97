import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { splitAddress } from './route-address'

export type BoughtName = { title: string; kind: RouteKind; shop: string }

/**
 * Names goods of this site's shops by the addresses at which they were bought, also when no longer sold. Leaves out
 * other goods, and addresses that fit no single route. Where a path was used again, the newest route names it.
 */
export async function nameBought(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUris: readonly string[],
): Promise<Map<string, BoughtName>> {
  const urisByPath = new Map<string, string[]>()
  const handles = new Set<string>()
  for (const uri of resourceUris) {
    const address = splitAddress(publicOrigin, uri)
    if (!address) continue
    handles.add(address.handle)
    const path = new URL(uri).pathname
    urisByPath.set(path, [...(urisByPath.get(path) ?? []), uri])
  }
  if (urisByPath.size === 0) return new Map()
  const rows = await database.storedRoute.findMany({
    where: {
      seller: { handle: { in: [...handles] } },
      routeKey: { in: [...urisByPath.keys()].flatMap((path) => [`GET ${path}`, `POST ${path}`]) },
    },
    select: { routeKey: true, title: true, kind: true, seller: { select: { name: true } } },
    orderBy: { id: 'asc' },
  })
  return new Map(
    rows.flatMap(({ routeKey, title, kind, seller }) =>
      (urisByPath.get(routeKey.slice(routeKey.indexOf(' ') + 1)) ?? []).map((uri): [string, BoughtName] => [
        uri,
        { title, kind, shop: seller.name },
      ]),
    ),
  )
}
