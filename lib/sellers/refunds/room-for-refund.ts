import type { DatabaseTransaction } from '@/lib/infra/database'

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
