import { type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import type { Invoice } from '@/lib/base/x402/views'
import { settledIn, whereShop } from './payment-sql'

export const MAXIMUM_ISSUED = 1_000

/**
 * Gives paid payments of a shop that have no invoice the numbers after `count`, the oldest first, and returns how many
 * got one: up to `MAXIMUM_ISSUED`. `of` is one payment, or the time in which they settled. The caller holds the lock of
 * the shop's count until the transaction ends.
 */
export const storeInvoices = (
  transaction: DatabaseTransaction,
  { handle, of }: { handle: string; of: { paymentId: string } | { from: Date; until: Date } },
  { count, ...invoice }: Omit<Invoice, 'number'> & { count: number },
): Promise<number> =>
  transaction.execute(sql`
    WITH uninvoiced AS (
      SELECT id, settled_at FROM payments WHERE ${whereShop(handle)} AND status IN ('settled', 'received')
        AND settled_atomic > 0 AND invoice IS NULL
        AND ${'from' in of ? settledIn(of) : sql`id = ${of.paymentId}::uuid`}
      ORDER BY settled_at, id LIMIT ${MAXIMUM_ISSUED} FOR UPDATE
    )
    UPDATE payments SET invoice = ${JSON.stringify(invoice)}::jsonb
      || jsonb_build_object('number', ${handle} || '-' || to_char(${count}::int + place, 'FM9999990000'))
    FROM (SELECT id, row_number() OVER (ORDER BY settled_at, id) AS place FROM uninvoiced) AS placed
    WHERE payments.id = placed.id`)

/** Writes the buyer's words on an invoice that has none yet. */
export const storeInvoiceBuyer = (transaction: DatabaseTransaction, paymentId: string, buyer: Invoice['buyer']) =>
  transaction.execute(sql`
    UPDATE payments SET invoice = jsonb_set(invoice, '{buyer}', ${JSON.stringify(buyer)}::jsonb)
    WHERE id = ${paymentId}::uuid AND invoice -> 'buyer' = 'null'`)
