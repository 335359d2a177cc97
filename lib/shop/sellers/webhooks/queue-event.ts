import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { WebhookEvent } from './events'

export type ShopEvent = {
  type: WebhookEvent
  /** Equal for repeats of the same event; each webhook is told once. */
  eventId: string
  at: Date
  /** What happened, under a name of its own in the body. */
  facts: Record<string, unknown>
}

/** Writes a delivery for each webhook of those shops that wants to be told. Joins the caller's transaction. */
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
