import { z } from 'zod'
import { sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Invoice, invoiceTermsShape } from '@/lib/base/x402/views'
import { MAXIMUM_ISSUED, storeInvoiceBuyer, storeInvoices } from '@/lib/payments/invoices'
import { findPurchase } from '@/lib/payments/list-purchases'
import type { Owner } from '@/lib/payments/payment-sql'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput, sellersWords } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { readMonth } from './earnings'

export const issuedInvoicesShape = z.object({
  issued: z.number(),
  isDone: z.boolean().describe('No payment of the month is left without an invoice. Else ask again.'),
})

/**
 * Gives the payments of a month that have no invoice the next numbers of the actor's shop, the oldest first, up to a
 * thousand at once. What has an invoice keeps it.
 */
export async function issueInvoices(
  context: SellersContext,
  actor: Actor,
  asked: unknown,
): Promise<z.infer<typeof issuedInvoicesShape>> {
  const { from, until } = readMonth(context, asked)
  const { handle } = await getOwnSeller(context.database, actor)
  const issued = await issue(context, { handle, of: { from, until }, buyer: null })
  return { issued, isDone: issued < MAXIMUM_ISSUED }
}

const words = (maximum: number) => sellersWords(maximum).default('')
const buyerInput = z.object({ name: words(120), address: words(400), taxId: words(60) }).strict()

/**
 * Makes the receipt of the owner's own payment to a shop an invoice, with what the buyer writes of itself. Once it is on
 * the invoice, it stays. Fails with `PAYMENT_NOT_FOUND` for what is another's, or was bought of no shop.
 */
export async function issueOwnInvoice(
  context: SellersContext,
  { owner, paymentId }: { owner: Owner; paymentId: string },
  input: unknown,
): Promise<void> {
  const purchase = await findPurchase(context.database, { owner, paymentId })
  const handle = purchase && /^\/x\/([^/]+)\//.exec(new URL(purchase.resourceUri).pathname)?.[1]
  if (!handle) throw new DomainError('PAYMENT_NOT_FOUND', say('paymentUnknown'))
  const written = parseInput(buyerInput, input)
  const buyer = Object.values(written).some(Boolean) ? written : null
  await issue(context, { handle, of: { paymentId }, buyer })
}

type NewInvoices = Pick<Invoice, 'buyer'> & { handle: string; of: Parameters<typeof storeInvoices>[1]['of'] }

function issue({ database, clock }: SellersContext, { handle, of, buyer }: NewInvoices): Promise<number> {
  return database.$transaction(async (transaction) => {
    // One at a time for each shop. The count moves with the payments or not at all, so no number is left out.
    const [shop] = await transaction.rows<{ name: string; terms: unknown; count: number }>(sql`
      SELECT name, invoice_terms AS terms, invoice_count AS count FROM sellers WHERE handle = ${handle}
      FOR NO KEY UPDATE`)
    if (!shop) return 0
    const terms = invoiceTermsShape.parse(shop.terms)
    const seller = { ...terms, name: terms.name || shop.name }
    const invoice = { issuedAt: clock().toISOString(), seller, buyer, count: shop.count }
    const issued = await storeInvoices(transaction, { handle, of }, invoice)
    await transaction.seller.update({ where: { handle }, data: { invoiceCount: { increment: issued } } })
    if (buyer && 'paymentId' in of) await storeInvoiceBuyer(transaction, of.paymentId, buyer)
    return issued
  })
}
