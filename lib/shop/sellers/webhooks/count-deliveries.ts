import type { Database } from '@/lib/base/infra/database'

/** How many deliveries of all shops wait, wait for longer than they should, and have failed for good. */
export type DeliveryCounts = { waiting: number; overdue: number; failed: number }

const LATE_MS = 60_000

/** Deliveries of all shops by how they stand; overdue after a minute. */
export async function countDeliveries(database: Database, now: Date): Promise<DeliveryCounts> {
  const lateSince = new Date(now.getTime() - LATE_MS)
  const [waiting, overdue, failed] = await Promise.all([
    database.webhookDelivery.count({ where: { state: 'waiting' } }),
    database.webhookDelivery.count({ where: { state: 'waiting', nextAttemptAt: { lt: lateSince } } }),
    database.webhookDelivery.count({ where: { state: 'failed' } }),
  ])
  return { waiting, overdue, failed }
}
