import { formatAtomic } from '@/lib/base/x402/money'
import { isTestNetwork } from '@/lib/base/x402/networks'
import type { PaymentOption } from '@/lib/base/x402/payment-option'

type MissingFunds = { option: Pick<PaymentOption, 'network' | 'coin'>; address: string; missingAtomic: bigint }

/**
 * The URL where a wallet can get the missing amount: the operator's template, filled in. Null where the site has none,
 * on test networks, where no money is bought, and for an unknown asset.
 */
export function onRampAddress(
  template: string | null,
  { option, address, missingAtomic }: MissingFunds,
): string | null {
  const { network, coin } = option
  if (template === null || coin === null || isTestNetwork(network)) return null
  const places: Record<string, string> = {
    address,
    network,
    asset: coin.symbol,
    amount: formatAtomic(missingAtomic, coin.decimals),
  }
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => encodeURIComponent(places[name] ?? place))
}
