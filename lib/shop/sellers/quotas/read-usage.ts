import { z } from 'zod'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import { quotaNames } from './quotas'

export const usageShape = z.object({ name: z.enum(quotaNames), used: z.number(), allowed: z.number() })
type Usage = z.infer<typeof usageShape>

const MINUTE_MS = 60_000

export async function readUsage({ database, clock, limits }: SellersContext, actor: Actor): Promise<Usage[]> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  const [routes, webhooks, files, seller] = await Promise.all([
    database.storedRoute.count({ where: { sellerId, state: { not: 'archived' } } }),
    database.webhookEndpoint.count({ where: { sellerId } }),
    database.upload.aggregate({ where: { sellerId }, _count: { routeId: true }, _sum: { bytes: true } }),
    database.seller.findUniqueOrThrow({ where: { id: sellerId } }),
  ])
  const isWithinMinute = seller.uploadsSince && clock().getTime() - seller.uploadsSince.getTime() < MINUTE_MS
  const uploadsPerMinute = isWithinMinute ? seller.uploadCount : 0
  const used = {
    routes,
    webhooks,
    files: files._count.routeId,
    bytes: Number(files._sum.bytes ?? 0n),
    uploadsPerMinute,
  }
  return quotaNames.map((name) => ({ name, used: used[name], allowed: limits.quotas[name] }))
}
