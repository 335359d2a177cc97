import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { WebhookEvent } from './events'

export type ShopEvent = {
  type: WebhookEvent
  /** The same for repeats of one event; each webhook is told once. */
  eventId: string
  at: Date
  /** The event's facts, in their own field in the body. */
  facts: Record<string, unknown>
}

/** Stores a delivery for each webhook of those shops that subscribes to the event. Joins the caller's transaction. */
export async function queueEvent(
  database: Database | DatabaseTransaction,
  sellerIds: readonly string[],
  { type, eventId, at, facts }: ShopEvent,
): Promise<number> {
  const endpoints = await database.webhookEndpoint.findMany({
    where: { sellerId: { in: [...sellerIds] }, isEnabled: true, events: { has: type } },
    select: { id: true },
  })
  const body = JSON.stringify({ type, createdAt: at.toISOString(), ...facts })
  const delivery = { eventId, eventType: type, body, state: 'waiting' as const, nextAttemptAt: at, createdAt: at }
  const { count } = await database.webhookDelivery.createMany({
    data: endpoints.map(({ id }) => ({ endpointId: id, ...delivery })),
    skipDuplicates: true,
  })
  return count
}
