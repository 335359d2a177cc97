import { orderByPrice } from './order-by-price'
import type { RouteSettings } from './route-input'

/** What visitors are told that goods cost. */
export type ShownPrice = {
  /** Such as `$0.02`: the least that opens them, the most that it can cost for meters; null for what costs nothing. */
  dollars: string | null
  /** Whether other ways to pay cost more. */
  isFrom: boolean
  isMetered: boolean
}

/**
 * The price that stands beside a title. Where ways to pay differ it is the least of them, as anybody may choose that
 * one; the 402 and the checkout name each.
 */
export function shownPrice({ price, options, metering }: RouteSettings): ShownPrice {
  const [least, ...others] = orderByPrice(options)
  if (!least) return { dollars: price?.dollars ?? null, isFrom: false, isMetered: metering !== null }
  const isFrom = others.some((option) => orderByPrice([option, least])[0] !== option)
  return { dollars: least.dollars, isFrom, isMetered: least.scheme === 'upto' }
}
