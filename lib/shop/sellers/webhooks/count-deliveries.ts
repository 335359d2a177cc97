import type { Database } from '@/lib/base/infra/database'

/** Deliveries of all shops that wait, wait longer than they should, and have finally failed. */
export type DeliveryCounts = { waiting: number; overdue: number; failed: number }

const LATE_MS = 60_000

/** Counts the deliveries of all shops by state; overdue after a minute. */
export async function countDeliveries(database: Database, now: Date): Promise<DeliveryCounts> {
  const lateSince = new Date(now.getTime() - LATE_MS)
  const [waiting, overdue, failed] = await Promise.all([
    database.webhookDelivery.count({ where: { state: 'waiting' } }),
    database.webhookDelivery.count({ where: { state: 'waiting', nextAttemptAt: { lt: lateSince } } }),
    database.webhookDelivery.count({ where: { state: 'failed' } }),
  ])
  return { waiting, overdue, failed }
}
