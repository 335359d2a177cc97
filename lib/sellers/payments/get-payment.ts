import { DomainError } from '@/lib/infra/domain-error'
import { isUuid } from '@/lib/infra/is-uuid'
import { findShopPayment } from '@/lib/payments/list-shop-payments'
import { say } from '@/lib/sentences/say'
import type { PaymentView } from '@/lib/x402/payment-view'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'

/** One payment of the actor's own shop. Fails with `PAYMENT_NOT_FOUND`, also for another shop's. */
export async function getPayment({ database }: SellersContext, actor: Actor, paymentId: string): Promise<PaymentView> {
  const seller = await database.seller.findUnique({ where: { accountId: actor.accountId }, select: { handle: true } })
  const payment =
    seller && isUuid(paymentId) ? await findShopPayment(database, { handle: seller.handle, paymentId }) : null
  if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', say('paymentUnknown'))
  return payment
}
