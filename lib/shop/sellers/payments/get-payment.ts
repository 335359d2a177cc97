import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import { findShopPayment } from '@/lib/payments/list-shop-payments'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

/** One payment of the actor's own shop. Fails with `PAYMENT_NOT_FOUND`, also for another shop's. */
export async function getPayment({ database }: SellersContext, actor: Actor, paymentId: string): Promise<PaymentView> {
  const seller = await database.seller.findUnique({ where: shopOf(actor), select: { handle: true } })
  const payment =
    seller && isUuid(paymentId) ? await findShopPayment(database, { handle: seller.handle, paymentId }) : null
  if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', say('paymentUnknown'))
  return payment
}
