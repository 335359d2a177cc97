import type { Database } from '@/lib/base/infra/database'
import { Prisma } from '@/lib/base/infra/database'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'

export type SettledSale = {
  paymentPayload: PaymentPayload
  paymentRequirements: PaymentRequirements
  response: SettleResponse
}

/** Stores a settled payment as the facilitator's ledger holds it. One transaction is one payment. */
export async function storeSettledSale(
  database: Database,
  { paymentRequirements: { network, scheme, asset, payTo, amount }, response }: SettledSale,
  { note, settledAt }: { note: object | null; settledAt: Date },
): Promise<void> {
  const payer = response.payer ?? ''
  const paid = response.amount ?? amount
  const terms = { network, scheme, asset: asset.toLowerCase(), payer: payer.toLowerCase(), payTo: payTo.toLowerCase() }
  const times = { createdAt: settledAt, decidedAt: settledAt }
  const sums = { amountAtomic: paid, settleAmountAtomic: paid, transaction: response.transaction }
  const key = `${network}/${response.transaction}`
  const catalogNote = note ?? Prisma.DbNull
  const row = { key, ...terms, nonce: response.transaction, state: 'settled', ...sums, ...times, catalogNote }
  await database.settlement.upsert({ where: { key }, create: row, update: { catalogNote } })
}
