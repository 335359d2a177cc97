import { assetOf } from '@/lib/base/chains/assets'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'

/** A server's terms for a request that is paid by a payment channel, with that facilitator as receiver authorizer. */
export function channelTerms(
  facilitator: Pick<Facilitator, 'supported'>,
  terms: { payTo: string; amountAtomic?: bigint; extra?: Record<string, unknown> },
): PaymentRequirements {
  const kind = facilitator
    .supported()
    .kinds.find(({ scheme, network }) => scheme === 'batch-settlement' && network === BASE_SEPOLIA)
  const asset = assetOf(BASE_SEPOLIA)
  if (!kind?.extra || !asset) throw new Error('Expected a facilitator of payment channels.')
  return {
    scheme: 'batch-settlement',
    network: BASE_SEPOLIA,
    amount: (terms.amountAtomic ?? 100n).toString(),
    asset: asset.address,
    payTo: terms.payTo,
    maxTimeoutSeconds: 60,
    extra: { ...kind.extra, name: asset.eip712Name, version: asset.version, withdrawDelay: 900, ...terms.extra },
  }
}
