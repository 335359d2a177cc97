import type { AuthorizationTruth } from '@/lib/base/chains/authorization'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements, SettleResponse } from '@/lib/base/x402/wire'

export function settlementFromChain(
  claim: { requirements: PaymentRequirements; authorization: { payer: string } },
  truth: Extract<AuthorizationTruth, { state: 'settled' }>,
): SettleResponse {
  return {
    success: true,
    transaction: truth.transaction,
    network: claim.requirements.network,
    payer: claim.authorization.payer,
    amount: truth.amountAtomic.toString(),
  }
}

/** For an authorization that had landed before it was ours to settle. */
export const alreadyUsedResponse = (...found: Parameters<typeof settlementFromChain>): SettleResponse => ({
  ...settlementFromChain(...found),
  success: false,
  errorReason: reasons.authorizationAlreadyUsed,
})
