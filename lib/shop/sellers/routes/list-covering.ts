import { coveringPasses, findShopPasses } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import { splitAddress } from './route-address'
import { routeSettings } from './route-input'

type CoveringCover = { passId: string; until: Date | null }

/** The passes that open each of these texts and files of this site's shops, by address; others are left out. */
export async function listCovering(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
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
      ...{ method: 'GET', kind: { in: ['article', 'file'] }, state: 'live' },
    },
    select: {
      ...{ id: true, kind: true, shape: true, gatewayId: true, settings: true, sellerId: true },
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
