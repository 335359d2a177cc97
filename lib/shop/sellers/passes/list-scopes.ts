import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export type PassScopes = {
  goods: { routeId: string; title: string }[]
  tags: string[]
  gateways: { gatewayId: string; title: string }[]
}

/** More than anyone ticks one by one; a tag or a gateway covers any number. */
const MAX_GOODS = 200

export async function listScopes({ database }: Pick<SellersContext, 'database'>, actor: Actor): Promise<PassScopes> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [routes, tagged, gateways] = await Promise.all([
    database.storedRoute.findMany({
      where: { sellerId, gatewayId: null, state: { not: 'archived' }, kind: { notIn: ['pass', 'sign_in'] } },
      select: { id: true, title: true },
      orderBy: { id: 'desc' },
      take: MAX_GOODS,
    }),
    database.$queryRaw<{ tag: string }[]>`
      SELECT DISTINCT tag FROM stored_routes, jsonb_array_elements_text(coalesce(settings->'discovery'->'tags', '[]')) AS tag
      WHERE seller_id = ${sellerId}::uuid AND state <> 'archived' AND kind <> 'pass' ORDER BY tag LIMIT 100`,
    database.gateway.findMany({ where: { sellerId }, select: { id: true, title: true }, orderBy: { id: 'asc' } }),
  ])
  return {
    goods: routes.map(({ id: routeId, title }) => ({ routeId, title })),
    tags: tagged.map(({ tag }) => tag),
    gateways: gateways.map(({ id: gatewayId, title }) => ({ gatewayId, title })),
  }
}
