import type { Database } from '@/lib/infra/database'
import { type RefundView, toRefundView } from './refund-view'

/** Refunds that the chain has shown, of those payments, oldest first. Whose payments they are is the caller's to know. */
export async function listRefunds(database: Database, paymentIds: readonly string[]): Promise<RefundView[]> {
  if (paymentIds.length === 0) return []
  const rows = await database.refund.findMany({
    where: { paymentId: { in: [...paymentIds] }, status: 'confirmed' },
    orderBy: { confirmedAt: 'asc' },
  })
  return rows.map(toRefundView)
}
