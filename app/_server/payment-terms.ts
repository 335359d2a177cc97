import { assetOf } from '@/lib/base/chains/assets'
import { parseDollars } from '@/lib/base/x402/money'
import type { PaymentOption, PricedOption } from '@/lib/base/x402/payment-option'

/** The terms of a route's options, for pages that show them before the route is requested. */
export function paymentTermsOf(options: readonly PricedOption[]): PaymentOption[] {
  return options.flatMap(({ scheme, network, price, payTo, maxTimeoutSeconds = 60 }) => {
    const asset = assetOf(network)
    if (!asset) return []
    const { address, decimals, symbol } = asset
    const amountAtomic = parseDollars(price, decimals)
    const coin = { symbol, decimals }
    return [{ scheme, network, asset: address, amountAtomic, coin, payTo, timeoutSeconds: maxTimeoutSeconds }]
  })
}
