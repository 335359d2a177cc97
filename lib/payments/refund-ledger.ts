import { type Database, type DatabaseTransaction, pick, sql } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { RefundView } from '@/lib/base/x402/views'

/** A refund that a seller is about to make. A promise keeps its room within the payment until it is recorded or cancelled. */
export type NewRefund = {
  sellerId: string
  paymentId: string
  network: string
  asset: string
  /** The payer, who is paid back. */
  recipient: string
  amountAtomic: bigint
  /** The purchase stays open, even when its whole price is given back, by this refund or with others. */
  keepsAccess: boolean
  createdAt: Date
}

export type StoredRefund = RefundView & Pick<NewRefund, 'sellerId' | 'recipient' | 'keepsAccess'>

type RefundOf = { refundId: string; sellerId: string }

/** Confirmed and promised refunds of those payments, oldest first. The caller checks their owner. */
export async function listRefunds(
  database: Database | DatabaseTransaction,
  paymentIds: readonly string[],
): Promise<RefundView[]> {
  const where = { paymentId: { in: [...paymentIds] } }
  return (await database.refund.findMany({ where, orderBy: { createdAt: 'asc' } })).map(toRefundView)
}

/** Promises of a shop that are neither recorded nor cancelled, oldest first. */
export async function listUnsentRefunds(database: Database, sellerId: string, limit: number): Promise<StoredRefund[]> {
  const where = { sellerId, status: 'promised' as const }
  return (await database.refund.findMany({ where, orderBy: { createdAt: 'asc' }, take: limit })).map(toStoredRefund)
}

/** Null for an unknown refund and for another account's alike. `refundId` is a UUID. */
export async function findRefund(
  database: Database | DatabaseTransaction,
  { refundId, sellerId }: RefundOf,
): Promise<StoredRefund | null> {
  const row = await database.refund.findFirst({ where: { id: refundId, sellerId } })
  return row && toStoredRefund(row)
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

/** Cancels and returns a promise; null when there is none, also once it is confirmed. */
export async function cancelRefund(
  transaction: DatabaseTransaction,
  { refundId, sellerId }: RefundOf,
): Promise<StoredRefund | null> {
  const where = { id: refundId, sellerId, status: 'promised' as const }
  const row = await transaction.refund.findFirst({ where })
  const { count } = await transaction.refund.deleteMany({ where })
  return row && count > 0 ? toStoredRefund(row) : null
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

/** True if one of the payment's confirmed refunds leaves the purchase open, in whatever order they came. */
export async function isAccessKept(transaction: DatabaseTransaction, paymentId: string): Promise<boolean> {
  const where = { paymentId, status: 'confirmed' as const, keepsRight: true }
  return (await transaction.refund.findFirst({ where, select: { id: true } })) !== null
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

type RefundRow = Awaited<ReturnType<Database['refund']['findUniqueOrThrow']>>

const toStoredRefund = (row: RefundRow): StoredRefund => {
  const { sellerId, recipient, keepsRight: keepsAccess } = row
  return { ...toRefundView(row), sellerId, recipient, keepsAccess }
}

const toRefundView = ({ id: refundId, amountAtomic, ...row }: RefundRow): RefundView => ({
  ...pick(row, 'paymentId', 'network', 'asset', 'status', 'transaction', 'createdAt', 'confirmedAt'),
  refundId,
  amountAtomic: BigInt(amountAtomic.toFixed()),
})
