import { columns } from '@/lib/base/infra/database'
import { coveringPasses, findShopPasses } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { splitAddress } from './route-address'
import { routeSettings } from './route-input'

export type BoughtName = { title: string; kind: RouteKind; shop: string }

/**
 * Names goods of this site's shops by the addresses at which they were bought, also when no longer sold. Leaves out
 * other goods, and addresses that fit no single route. Where a path was used again, the newest route names it.
 */
export async function nameBought(
  { database, publicOrigin }: SellersContext,
  resourceUris: readonly string[],
): Promise<Map<string, BoughtName>> {
  const urisByPath = new Map<string, string[]>()
  const handles = new Set<string>()
  for (const uri of resourceUris) {
    const address = splitAddress(publicOrigin, uri)
    if (!address) continue
    handles.add(address.handle)
    const path = decodeURIComponent(new URL(uri).pathname).normalize('NFC')
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

type CoveringCover = { passId: string; until: Date | null }

/** The passes that open each of these texts and files of this site's shops, by address; others are left out. */
export async function listCovering(
  { database, publicOrigin }: SellersContext,
  resourceUris: readonly string[],
): Promise<Map<string, CoveringCover[]>> {
  const places = resourceUris.flatMap((uri) => {
    const address = splitAddress(publicOrigin, uri)
    return address ? [{ uri, ...address }] : []
  })
  if (places.length === 0) return new Map()
  const rows = await database.storedRoute.findMany({
    where: {
      seller: { handle: { in: [...new Set(places.map(({ handle }) => handle))] } },
      shape: { in: [...new Set(places.map(({ shape }) => shape))] },
      method: 'GET',
      kind: { in: ['article', 'file'] },
      state: 'live',
    },
    select: {
      ...columns('id', 'kind', 'shape', 'gatewayId', 'settings', 'sellerId'),
      seller: { select: { handle: true } },
    },
  })
  const sellerIds = [...new Set(rows.map(({ sellerId }) => sellerId))]
  const passes = new Map(
    await Promise.all(sellerIds.map(async (id) => [id, await findShopPasses(database, id)] as const)),
  )
  const covering = new Map(
    rows.map(({ id: routeId, kind, shape, gatewayId, settings, sellerId, seller }) => {
      const tags = routeSettings.parse(settings).discovery.tags ?? []
      const found = coveringPasses(passes.get(sellerId) ?? [], { routeId, kind, tags, gatewayId })
      return [`${seller.handle}/${shape}`, found.map(({ pass, until }) => ({ passId: pass.passId, until }))]
    }),
  )
  return new Map(places.map(({ uri, handle, shape }) => [uri, covering.get(`${handle}/${shape}`) ?? []]))
}
