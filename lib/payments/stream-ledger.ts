import type { Database } from '@/lib/base/infra/database'
import type { PaymentLease } from './leases'
import { mustMove } from './ledger'

/**
 * claimed → streaming, for a stream on credit. False, with nothing changed, while an earlier one of the same wallet is
 * under way or not paid yet: one after the other, on any number of instances.
 */
export function beginStreaming(
  database: Database,
  { paymentId, leaseToken, payerIdentity }: PaymentLease & { payerIdentity: string },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`on credit ${payerIdentity}`}, 0))`
    const [found] = await transaction.$queryRaw<[{ isOwing: boolean }]>`
      SELECT EXISTS (SELECT FROM payments WHERE payer_identity = ${payerIdentity} AND scheme = 'upto'
        AND status IN ('streaming', 'settling', 'unknown')
        AND (status = 'streaming' OR delivered_at IS NOT NULL)) AS "isOwing"`
    if (found.isOwing) return false
    await mustMove(
      paymentId,
      transaction.$executeRaw`
        UPDATE payments SET status = 'streaming'
        WHERE id = ${paymentId}::uuid AND status = 'claimed' AND lease_token = ${leaseToken}::uuid`,
    )
    return true
  })
}
