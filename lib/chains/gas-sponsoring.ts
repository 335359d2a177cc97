import { declareEip2612GasSponsoringExtension, declareErc20ApprovalGasSponsoringExtension } from '@x402/extensions'
import { familyOf } from '@/lib/x402/networks'
import type { PaymentRequirements } from '@/lib/x402/wire'
import { assetOf } from './assets'

/**
 * The extensions of a 402 that let a payer without gas approve Permit2: by signature (EIP-2612) where the token knows
 * such permits, by a signed transaction where it does not. Empty unless an option is paid through Permit2.
 */
export function declareGasSponsoring(accepts: readonly PaymentRequirements[]): Record<string, unknown> {
  const permit2 = accepts.filter(isPermit2)
  return {
    ...(permit2.some(knowsPermits) ? declareEip2612GasSponsoringExtension() : {}),
    ...(permit2.every(knowsPermits) ? {} : declareErc20ApprovalGasSponsoringExtension()),
  }
}

const isPermit2 = ({ network, extra }: PaymentRequirements) =>
  familyOf(network) === 'evm' && extra?.assetTransferMethod === 'permit2'

function knowsPermits({ network, asset }: PaymentRequirements): boolean {
  const known = assetOf(network)
  return known !== null && known.supportsEip2612 && known.address.toLowerCase() === asset.toLowerCase()
}
