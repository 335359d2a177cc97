import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import { findShopPayment, listShopPayments } from '@/lib/payments/list-shop-payments'
import { shopOf } from '@/lib/payments/where-shop'
import type { Actor } from '../actor'
import { parseInput } from '../input-refused-error'
import type { FindPayments } from '../payments/find-payments'
import { paymentPageInput, readPage } from '../payments/list-payments'
import type { SellersContext } from '../ports'
import { requireOperator } from './require-operator'

/** `shop` is null for a route of the site's own code. */
export type SitePayment = PaymentView & { shop: string | null }

const sitePaymentPageInput = paymentPageInput.omit({ routeId: true })

/** Every attempt to pay any route of this site, newest first, for operators. */
export async function listSitePayments(context: SellersContext, actor: Actor, input: unknown) {
  await requireOperator(context, actor)
  const { cursor, limit, ...filter } = parseInput(sitePaymentPageInput, input)
  const find: FindPayments = (after, most) =>
    listShopPayments(context.database, { handle: null, ...filter }, { after, limit: most })
  const { payments, nextCursor } = await readPage(find, { cursor, limit })
  return { payments: payments.map(withShop), nextCursor }
}

const withShop = (payment: PaymentView): SitePayment => ({ ...payment, shop: shopOf(payment.routeKey) })

/** One payment of any shop, for operators. Fails with `PAYMENT_NOT_FOUND`. */
export async function getSitePayment(context: SellersContext, actor: Actor, paymentId: string): Promise<SitePayment> {
  await requireOperator(context, actor)
  const payment = isUuid(paymentId) ? await findShopPayment(context.database, { handle: null, paymentId }) : null
  if (!payment) throw new DomainError('PAYMENT_NOT_FOUND', say('paymentUnknown'))
  return withShop(payment)
}
