import type { SellersContext } from '../ports'
import { pagedKinds } from '../routes/kinds'
import { pageOf, routeUrl } from '../routes/route-address'
import { routeSettings } from '../routes/route-input'
import { shownPrice } from '../routes/shown-price'

const onSale = { state: 'live', suspendedReason: null, method: 'GET', seller: { suspendedReason: null } } as const

/** Addresses of the pages of all goods that have one, newest first. */
export async function listPages(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  take: number,
): Promise<string[]> {
  const rows = await database.storedRoute.findMany({
    where: { ...onSale, kind: { in: [...pagedKinds] }, NOT: { path: { contains: '[' } } },
    select: { path: true, seller: { select: { handle: true } } },
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(({ seller: { handle }, path }) => pageOf(routeUrl(publicOrigin, handle, path)))
}

/** The page of the article that stood at that path of an earlier site of the shop; null for none. */
export async function findMoved(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  { handle, path }: { handle: string; path: string },
): Promise<string | null> {
  const bare = path.replace(/\/$/, '')
  const isIt = [bare, `${bare}/`].map((equals) => ({ settings: { path: ['formerPath'], equals } }))
  const route = await database.storedRoute.findFirst({
    where: { ...onSale, seller: { handle, suspendedReason: null }, OR: isIt },
    select: { path: true },
  })
  return route && pageOf(routeUrl(publicOrigin, handle, route.path))
}

/** The newest articles of all shops. */
export async function listArticles(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  take: number,
) {
  const rows = await database.storedRoute.findMany({
    where: { ...onSale, kind: 'article', NOT: { path: { contains: '[' } } },
    select: { title: true, path: true, settings: true, seller: { select: { handle: true, name: true } } },
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(({ title, path, settings, seller: { handle, name } }) => ({
    title,
    shop: name,
    resourceUri: routeUrl(publicOrigin, handle, path),
    ...shownPrice(routeSettings.parse(settings)),
  }))
}
