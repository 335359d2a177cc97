import { type Database, type DatabaseTransaction, type Prisma, pick, sql } from '@/lib/base/infra/database'
import type { Refund } from '@/lib/base/infra/generated/prisma/client'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { RefundView } from '@/lib/base/x402/views'

/** A refund that a seller is about to make. A promise keeps its room within the payment until it is recorded or cancelled. */
type NewRefund = Pick<RefundView, 'paymentId' | 'network' | 'asset' | 'recipient' | 'amountAtomic' | 'keepsAccess'> & {
  sellerId: string
  createdAt: Date
}

type RefundOf = { refundId: string; sellerId: string }

/** Confirmed and promised refunds, oldest first. The caller names their owner or their payments. */
export async function listRefunds(
  database: Database | DatabaseTransaction,
  where: Prisma.RefundWhereInput,
  page: { take?: number } = {},
): Promise<RefundView[]> {
  return (await database.refund.findMany({ where, orderBy: { createdAt: 'asc' }, ...page })).map(toRefundView)
}

/** Stores a promise and returns its id. The caller has made sure that there is room. */
export async function promiseRefund(
  transaction: DatabaseTransaction,
  { amountAtomic, keepsAccess: keepsRight, ...refund }: NewRefund,
): Promise<string> {
  const row = { ...refund, keepsRight, amountAtomic: amountAtomic.toString(), status: 'promised' as const }
  const { id } = await transaction.refund.create({ data: row, select: { id: true } })
  return id
}

/** Deletes a promise; false when there is none, also once it is confirmed. */
export async function cancelRefund(
  transaction: DatabaseTransaction,
  { refundId, sellerId }: RefundOf,
): Promise<boolean> {
  const where = { id: refundId, sellerId, status: 'promised' as const }
  const { count } = await transaction.refund.deleteMany({ where })
  return count > 0
}

/** promised → confirmed, with the transaction that the chain has shown; false when the promise is gone. */
export async function confirmRefund(
  transaction: DatabaseTransaction,
  { refundId, sellerId, ...landed }: RefundOf & { transaction: string; sender: string; confirmedAt: Date },
): Promise<boolean> {
  const where = { id: refundId, sellerId, status: 'promised' as const }
  const { count } = await transaction.refund.updateMany({ where, data: { status: 'confirmed', ...landed } })
  return count > 0
}

/** True if a transaction counts already: as a refund, or as the settlement of a payment that its sender made. */
export async function isTransferCounted(
  database: DatabaseTransaction,
  { network, transaction, sender }: { network: string; transaction: string; sender: string },
): Promise<boolean> {
  const rows = await database.rows<unknown>(sql`
    SELECT 1 FROM refunds WHERE network = ${network} AND transaction = ${transaction}
    UNION ALL SELECT 1 FROM payments
    WHERE payer_identity = ${addressIdentity(network, sender)} AND network = ${network} AND transaction = ${transaction}`)
  return rows.length > 0
}

const toRefundView = ({ id: refundId, amountAtomic, keepsRight: keepsAccess, ...row }: Refund): RefundView => ({
  ...pick(row, 'paymentId', 'network', 'asset', 'recipient', 'status', 'transaction', 'createdAt', 'confirmedAt'),
  refundId,
  amountAtomic: BigInt(amountAtomic.toFixed()),
  keepsAccess,
})
