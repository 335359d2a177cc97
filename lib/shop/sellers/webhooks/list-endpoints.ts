import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

export const endpointShape = z.object({
  endpointId: id,
  url: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  createdAt: time,
})
export type EndpointView = z.infer<typeof endpointShape>

/** The actor's own webhooks, oldest first. */
export async function listEndpoints({ database }: SellersContext, actor: Actor): Promise<EndpointView[]> {
  const rows = await database.webhookEndpoint.findMany({
    where: { seller: shopOf(actor) },
    orderBy: { createdAt: 'asc' },
  })
  return rows.map(({ id, url, events, isEnabled, createdAt }) => ({
    endpointId: id,
    url,
    events,
    isEnabled,
    createdAt,
  }))
}
