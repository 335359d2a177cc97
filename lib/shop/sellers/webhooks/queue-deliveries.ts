import { Prisma } from '@/lib/base/infra/database'
import { timeOf } from '@/lib/base/infra/time-of'
import { endedPaymentsSql } from '@/lib/payments/ended-payments-sql'
import type { SellersContext } from '../ports'
import type { WebhookEvent } from './events'
import { type PaymentSaid, paymentFacts } from './payment-facts'

type Ended = PaymentSaid & {
  endpointId: string
  status: 'settled' | 'received' | 'refused' | 'undecidable'
  wasUnknown: boolean
  endedAt: Date
}

/** Payments of one webhook that one sweep takes at most. */
const SWEEP_LIMIT = 500

/**
 * Stores a delivery for every payment that has ended since the previous sweep. Instances may sweep at once and again:
 * an event is stored once per webhook. Sweeps overlap, to include transactions that were open at the time. A sweep ends
 * by the database's clock, as payments do: clocks of instances differ.
 */
export async function queueDeliveries({ database, clock }: SellersContext): Promise<number> {
  const now = clock()
  const begunAtMs = performance.now()
  const rows = await database.$queryRaw<Ended[]>`
    SELECT endpoint.id AS "endpointId", payment.*
    FROM webhook_endpoints endpoint JOIN sellers seller ON seller.id = endpoint.seller_id
    CROSS JOIN LATERAL (
      SELECT ended.* FROM (${endedPaymentsSql(Prisma.sql`seller.handle`)}) AS ended
      WHERE ended."endedAt" > endpoint.swept_until - interval '2 minutes' AND ended."endedAt" > endpoint.created_at
        AND CASE WHEN ended."wasUnknown" THEN 'payment.resolved' ELSE 'payment.' || ended.status END
          = ANY (endpoint.events)
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries delivery
          WHERE delivery.endpoint_id = endpoint.id
            AND delivery.event_id = ended."paymentId" || ' ' || ended.status)
      ORDER BY ended."endedAt" LIMIT ${SWEEP_LIMIT}
    ) payment
    WHERE endpoint.is_enabled`
  const wanted = rows.map((row) => toDelivery(row, now))
  const { count } = await database.webhookDelivery.createMany({ data: wanted, skipDuplicates: true })
  await moveOn(database, rows, begunAtMs)
  return count
}

/**
 * A webhook with more payments than one sweep takes continues from the last one that it got.
 * @param begunAtMs when the sweep began, by `performance.now()`
 */
async function moveOn(database: SellersContext['database'], rows: Ended[], begunAtMs: number): Promise<void> {
  const counts = new Map<string, number>()
  for (const { endpointId } of rows) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1)
  const unfinished = [...counts].filter(([, count]) => count >= SWEEP_LIMIT).map(([endpointId]) => endpointId)
  await database.$executeRaw`
    WITH held AS (
      SELECT id FROM webhook_endpoints
      WHERE is_enabled AND id <> ALL(${unfinished}::uuid[]) AND swept_until < now() - interval '30 seconds'
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE webhook_endpoints SET swept_until = ${timeOf(begunAtMs)} FROM held WHERE webhook_endpoints.id = held.id`
}

function toDelivery(row: Ended, now: Date) {
  const { status } = row
  const eventType: WebhookEvent = row.wasUnknown || status === 'undecidable' ? 'payment.resolved' : `payment.${status}`
  const { endpointId, paymentId, endedAt } = row
  const eventId = `${paymentId} ${row.status}`
  const body = JSON.stringify({ type: eventType, createdAt: endedAt.toISOString(), payment: paymentFacts(row) })
  return { endpointId, eventId, eventType, body, state: 'waiting' as const, nextAttemptAt: now, createdAt: now }
}
