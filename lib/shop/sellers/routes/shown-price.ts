import { orderByPrice } from './dollars'
import type { RouteSettings } from './route-input'

export type ShownPrice = {
  /** Such as `$0.02`: the lowest price, or the maximum for meters; null for goods that cost nothing. */
  dollars: string | null
  /** Whether other ways to pay cost more. */
  isFrom: boolean
  isMetered: boolean
}

/**
 * The price beside a title: the lowest where ways to pay differ, as anyone may choose it; the 402 and the checkout
 * name each.
 */
export function shownPrice({ price, options, metering }: RouteSettings): ShownPrice {
  const [least, ...others] = orderByPrice(options)
  if (!least) return { dollars: price?.dollars ?? null, isFrom: false, isMetered: metering !== null }
  const isFrom = others.some((option) => orderByPrice([option, least])[0] !== option)
  return { dollars: least.dollars, isFrom, isMetered: least.scheme === 'upto' }
}
