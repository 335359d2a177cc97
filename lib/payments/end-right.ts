import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { renewRights } from './renew-rights'

/**
 * Ends the rights of a payment whose price has been given back: its right by signing in, and content that is still due.
 * The payer's other purchases stay.
 */
export async function endRight(transaction: DatabaseTransaction, paymentId: string): Promise<void> {
  const ended = await transaction.$executeRaw`
    UPDATE payments SET right_ended_at = now() WHERE id = ${paymentId}::uuid AND right_ended_at IS NULL`
  if (ended > 0) await renewRights(transaction, [paymentId])
}
