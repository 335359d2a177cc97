import { BATCH_SETTLEMENT_ADDRESS, BATCH_SETTLEMENT_DOMAIN, claimBatchTypes, refundTypes } from '@x402/evm'
import type { Hex } from 'viem'
import type { SignTypedData } from '@/lib/base/x402/offer-receipt'
import { chainIdOf } from '../evm/payment-digest'
import type { RefundAction, VoucherClaim } from './channel-action'

/** Signs claims as the receiver authorizer; the order of the claims is part of what is signed. */
export const signClaims = (sign: SignTypedData, claims: readonly VoucherClaim[], network: string): Promise<Hex> =>
  signAs(sign, network, {
    types: { ClaimBatch: [...claimBatchTypes.ClaimBatch], ClaimEntry: [...claimBatchTypes.ClaimEntry] },
    primaryType: 'ClaimBatch',
    message: {
      claims: claims.map(({ channelId, maxClaimableAtomic, totalClaimedAtomic }) => ({
        channelId,
        maxClaimableAmount: maxClaimableAtomic,
        totalClaimed: totalClaimedAtomic,
      })),
    },
  })

/** The same for one refund, which is valid only under its nonce. */
export const signRefund = (
  sign: SignTypedData,
  { channelId, nonce, amountAtomic: amount }: RefundAction,
  network: string,
): Promise<Hex> =>
  signAs(sign, network, {
    types: { Refund: [...refundTypes.Refund] },
    primaryType: 'Refund',
    message: { channelId, nonce, amount },
  })

type Statement = Omit<Parameters<SignTypedData>[0], 'domain'>

async function signAs(sign: SignTypedData, network: string, statement: Statement): Promise<Hex> {
  const domain = {
    ...BATCH_SETTLEMENT_DOMAIN,
    chainId: chainIdOf(network),
    verifyingContract: BATCH_SETTLEMENT_ADDRESS,
  }
  return (await sign({ domain, ...statement })) as Hex // Our own key made it.
}
