import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

export const gatewaySummaryShape = z.object({
  gatewayId: id,
  title: z.string(),
  prefix: z.string(),
  upstreamUrl: z.string(),
  /** Routes that are not archived. */
  operations: z.number(),
  updatedAt: time,
})
export type GatewaySummary = z.infer<typeof gatewaySummaryShape>

/** More than any shop has, since each uses some of the shop's quota of routes. */
const MAXIMUM_LISTED = 200

/** The actor's own gateways, newest first. */
export async function listGateways(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
): Promise<GatewaySummary[]> {
  const rows = await database.gateway.findMany({
    where: { seller: shopOf(actor) },
    include: { _count: { select: { routes: { where: { state: { not: 'archived' } } } } } },
    orderBy: { id: 'desc' },
    take: MAXIMUM_LISTED,
  })
  return rows.map(({ id, title, prefix, upstreamUrl, updatedAt, _count }) => ({
    ...{ gatewayId: id, title, prefix, upstreamUrl, updatedAt },
    operations: _count.routes,
  }))
}
