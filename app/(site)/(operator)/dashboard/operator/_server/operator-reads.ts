import { readers } from '@/app/(site)/dashboard/_server/dashboard'
import type { DomainCode } from '@/lib/base/infra/domain-codes'
import { buildPaymentTimeline } from '@/lib/payments/payment-timeline'
import type { Actor } from '@/lib/shop/sellers/actor'
import { getShop } from '@/lib/shop/sellers/operating/get-shop'
import { listShops } from '@/lib/shop/sellers/operating/list-shops'
import { listSuspensions } from '@/lib/shop/sellers/operating/list-suspensions'
import { getSitePayment, listSitePayments } from '@/lib/shop/sellers/operating/site-payments'
import type { SellersContext } from '@/lib/shop/sellers/ports'

const answeredAsNothing: ReadonlySet<DomainCode> = new Set([
  'OPERATOR_REQUIRED',
  'SHOP_NOT_FOUND',
  'PAYMENT_NOT_FOUND',
  'INPUT_REFUSED',
])

/** For all but operators, these pages do not exist. */
const { own, ownOrNull } = readers((code) => answeredAsNothing.has(code))

export const readShops = own(listShops)
export const readShop = ownOrNull(getShop)
export const readSuspensions = own(listSuspensions)
export const readSitePayments = own(listSitePayments)
export const readSitePayment = own(async (context: SellersContext, actor: Actor, paymentId: string) => {
  const payment = await getSitePayment(context, actor, paymentId)
  return { payment, timeline: buildPaymentTimeline(payment) }
})
