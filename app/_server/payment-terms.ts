import { assetOf } from '@/lib/chains/assets'
import type { PaymentOption } from '@/lib/compose/protect'
import { parseDollars } from '@/lib/x402/money'

/** What an option asks for on the wire, in the words of a checkout. */
export type PaymentTerms = {
  scheme: string
  network: string
  asset: string
  amountAtomic: bigint
  facts: { symbol: string; decimals: number }
  payTo: string
  timeoutSeconds: number
}

/** The terms of a route's options, for pages that show them before the route is asked. */
export function paymentTermsOf(options: readonly PaymentOption[]): PaymentTerms[] {
  return options.flatMap(({ scheme, network, price, payTo, maxTimeoutSeconds = 60 }) => {
    const asset = assetOf(network)
    if (!asset) return []
    const { address, decimals, symbol } = asset
    const amountAtomic = parseDollars(price, decimals)
    const facts = { symbol, decimals }
    return [{ scheme, network, asset: address, amountAtomic, facts, payTo, timeoutSeconds: maxTimeoutSeconds }]
  })
}
