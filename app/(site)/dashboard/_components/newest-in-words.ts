import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import type { Translate } from '@/lib/site/messages/translate'
import { stateOf } from './payment-words'
import { pathOf } from './sold-title'

/** Changes, and is read out, whenever a payment arrives or changes its status. */
export function newestInWords(
  t: Translate<'payments'>,
  newest: PaymentView | undefined,
  names: ReadonlyMap<string, NamedRoute>,
): string {
  if (!newest) return ''
  const { resourceUri, routeKey } = newest
  return t('newest', {
    what: names.get(routeKey)?.title ?? pathOf(resourceUri),
    status: t(`status.${stateOf(newest)}`),
  })
}
