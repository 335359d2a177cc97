import { z } from 'zod'
import { type Database, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/identifiers'
import { say } from '@/lib/base/sentences/say'
import { id, nextCursor, time } from '@/lib/base/x402/views'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { pageOf, type TimePage, timeCursor, viewOf } from '../views'

const deliveryShape = z.object({
  deliveryId: id,
  endpointId: id,
  eventType: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  nextAttemptAt: time,
  createdAt: time,
  attemptCount: z.number().describe('Tries since it was made, or last sent again.'),
  attemptedAt: time.nullable(),
  responseStatus: z.number().nullable().describe('What the last try was answered.'),
  fault: z.string().nullable().describe('Why the last try got no answer.'),
})
export type DeliveryView = z.infer<typeof deliveryShape>

export const deliveryPageShape = z.object({ deliveries: z.array(deliveryShape), nextCursor })

/**
 * The deliveries of one of the actor's own webhooks, newest first, with the last try.
 * Fails with `ENDPOINT_NOT_FOUND`, also for another shop's.
 */
export async function listDeliveries(
  { database }: SellersContext,
  actor: Actor,
  { endpointId, cursor, limit = 50 }: TimePage & { endpointId: string },
): Promise<z.infer<typeof deliveryPageShape>> {
  const where = { id: endpointId, seller: shopOf(actor) }
  const isOwn = isUuid(endpointId) && (await database.webhookEndpoint.count({ where })) === 1
  if (!isOwn) throw new DomainError('ENDPOINT_NOT_FOUND', say('webhookUnknown'))
  const after = cursor && [{ createdAt: { lt: cursor.at } }, { createdAt: cursor.at, id: { lt: cursor.id } }]
  const rows = await database.outboxItem.findMany({
    where: { receiver: endpointId, ...(after && { OR: after }) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  const { shown, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => timeCursor(createdAt, id))
  const deliveries = shown.map((row) => viewOf(deliveryShape, { ...row, deliveryId: row.id, endpointId }))
  return { deliveries, nextCursor }
}

/** Sends a delivery again unchanged, with a new signature, at the worker's next turn. */
export async function resendDelivery(context: SellersContext, actor: Actor, deliveryId: string): Promise<void> {
  const { database, clock } = context
  // The outbox holds e-mails too.
  const where = { id: deliveryId, seller: shopOf(actor), NOT: { receiver: { contains: '@' } } }
  const data = { state: 'waiting' as const, attemptCount: 0, nextAttemptAt: clock() }
  const { count } = isUuid(deliveryId) ? await database.outboxItem.updateMany({ where, data }) : { count: 0 }
  if (count === 0) throw new DomainError('DELIVERY_NOT_FOUND', say('deliveryUnknown'))
}

/** Deliveries of all shops that wait, wait longer than they should, and have finally failed. */
export type DeliveryCounts = { waiting: number; overdue: number; failed: number }

const LATE_MS = 60_000

export function countDeliveries(database: Database, now: Date): Promise<DeliveryCounts> {
  const isLate = sql`next_attempt_at < ${new Date(now.getTime() - LATE_MS)}`
  return database.row<DeliveryCounts>(sql`
    SELECT count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
      count(*) FILTER (WHERE state = 'waiting' AND ${isLate})::int AS overdue,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM outbox WHERE state IN ('waiting', 'failed') AND receiver NOT LIKE '%@%'`)
}
