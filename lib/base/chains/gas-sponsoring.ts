import { declareEip2612GasSponsoringExtension } from '@x402/extensions'
import { familyOf } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { assetOf } from './assets'

/**
 * The extension of a 402 that lets a payer without gas approve Permit2, by signature (EIP-2612). Empty unless an option
 * is paid through Permit2 in a token that knows such permits.
 */
export function declareGasSponsoring(accepts: readonly PaymentRequirements[]): Record<string, unknown> {
  const isSponsored = accepts.some((option) => isPermit2(option) && knowsPermits(option))
  return isSponsored ? sponsoring : {}
}

/** The SDK's declaration without its schema's descriptions: a third of it, in every challenge. */
const sponsoring = JSON.parse(
  JSON.stringify(declareEip2612GasSponsoringExtension(), function (this: object, key: string, value: unknown) {
    return key === 'description' && 'pattern' in this ? undefined : value
  }),
) as Record<string, unknown> // Its declaration is an object by name.

const isPermit2 = ({ network, extra }: PaymentRequirements) =>
  familyOf(network) === 'evm' && extra?.assetTransferMethod === 'permit2'

function knowsPermits({ network, asset }: PaymentRequirements): boolean {
  const known = assetOf(network)
  return known !== null && known.supportsEip2612 && known.address.toLowerCase() === asset.toLowerCase()
}
