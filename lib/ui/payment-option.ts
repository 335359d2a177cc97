import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import type { PaymentRequired } from '@/lib/x402/wire'

/** What is known of an asset beyond its address; the wire does not carry it. */
export type AssetFacts = { symbol: string; decimals: number }

/** One way to pay, ready to be shown in words before any signature is asked for. */
export type PaymentOption = {
  scheme: string
  network: string
  asset: string
  amountAtomic: bigint
  /** Null for an asset that this server does not know: it is then shown by address and in atomic units. */
  facts: AssetFacts | null
  payTo: string
  /** Seconds within which a signed payment must be used. */
  timeoutSeconds: number
}

/** The ways to pay of a challenge of ours, in its order. */
export function paymentOptionsOf(
  accepts: PaymentRequired['accepts'],
  findAsset: (network: string, asset: string) => AssetFacts | null,
): PaymentOption[] {
  return accepts.map((requirements) => ({
    scheme: requirements.scheme,
    network: requirements.network,
    asset: requirements.asset,
    amountAtomic: BigInt(requirements.amount),
    facts: findAsset(requirements.network, requirements.asset),
    payTo: requirements.payTo,
    timeoutSeconds: requirements.maxTimeoutSeconds,
  }))
}

/** "0.05 USDC on Base Sepolia", "up to 0.05 USDC on Base"; the words of buttons and announcements. */
export function priceInWords({ scheme, network, asset, amountAtomic, facts }: PaymentOption): string {
  const amount = facts
    ? `${formatAtomic(amountAtomic, facts.decimals)} ${facts.symbol}`
    : `${amountAtomic} units of ${asset}`
  return `${scheme === 'upto' ? 'up to ' : ''}${amount} on ${networkName(network)}`
}
