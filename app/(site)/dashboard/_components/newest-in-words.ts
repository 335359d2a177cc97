import type { NamedRoute, PaymentView } from '../_server/seller-reads'
import { paymentStatuses } from './payment-words'
import { pathOf } from './sold-title'

/** Changes, and is read out, whenever a payment comes or moves on. */
export function newestInWords(newest: PaymentView | undefined, names: ReadonlyMap<string, NamedRoute>): string {
  if (!newest) return ''
  const { status, resourceUri, routeKey } = newest
  return `Newest payment: ${names.get(routeKey)?.title ?? pathOf(resourceUri)}, ${paymentStatuses[status].label}`
}
