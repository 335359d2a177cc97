import type { DatabaseTransaction } from '@/lib/infra/database'

/**
 * Lets one change of the seller's refunds happen at a time, so that two never share the same room.
 * Ends with the transaction.
 */
export async function lockRefunds(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await transaction.$queryRaw`SELECT id FROM sellers WHERE account_id = ${accountId}::uuid FOR UPDATE`
}

/** What of a payment is given back, or promised to be, besides one refund. Atomic units. */
export async function sumRefunds(
  transaction: DatabaseTransaction,
  { paymentId, besides, now }: { paymentId: string; besides: string | null; now: Date },
): Promise<bigint> {
  const { _sum } = await transaction.refund.aggregate({
    where: {
      paymentId,
      ...(besides === null ? {} : { id: { not: besides } }),
      OR: [{ status: 'confirmed' }, { expiresAt: { gt: now } }],
    },
    _sum: { amountAtomic: true },
  })
  return BigInt(_sum.amountAtomic?.toFixed() ?? '0')
}
