import type { Address } from 'viem'
import { z } from 'zod'
import { PayloadError } from '@/lib/base/chains/errors'
import { addressShape, bytesShape, uint128Shape, uint256Shape } from '@/lib/base/chains/evm/shapes'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { channelReasons } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { channelIdOf } from './channel-contract'
import { type ChannelConfig, channelConfigShape, voucherShape } from './channel-payload'

/** The receiver may have `totalClaimedAtomic` of what the voucher allows. */
export type VoucherClaim = ReturnType<typeof toClaim>
export type ClaimAction = ReturnType<typeof parseClaim>
export type SettleAction = ReturnType<typeof parseSettle>
export type RefundAction = ReturnType<typeof parseRefund>
export type ChannelAction = ReturnType<typeof parseChannelAction>

export const actionFailures = {
  claim: { tried: channelReasons.claimSimulationFailed, sent: channelReasons.claimTransactionFailed },
  settle: { tried: channelReasons.settleSimulationFailed, sent: channelReasons.settleTransactionFailed },
  refund: { tried: channelReasons.refundSimulationFailed, sent: channelReasons.refundTransactionFailed },
}

const claimShape = z.object({
  voucher: z.object({ channel: channelConfigShape, maxClaimableAmount: uint128Shape }),
  signature: bytesShape,
  totalClaimed: uint128Shape,
})
const claimActionShape = z.object({
  claims: z.array(claimShape).min(1),
  claimAuthorizerSignature: bytesShape.optional(),
})
const settleActionShape = z.object({ receiver: addressShape, token: addressShape })
const refundActionShape = z.object({
  channelConfig: channelConfigShape,
  voucher: voucherShape,
  amount: uint128Shape,
  refundNonce: uint256Shape,
  claims: z.array(claimShape).max(1),
  refundAuthorizerSignature: bytesShape.optional(),
  claimAuthorizerSignature: bytesShape.optional(),
})

/**
 * Parses a receiver's request and compares it with its own terms: one receiver, one token, one authorizer, each channel
 * once. Fails with a `PayloadError`.
 */
export function parseChannelAction(payload: Record<string, unknown>, requirements: PaymentRequirements) {
  switch (payload.type) {
    case 'claim':
      return parseClaim(payload, requirements)
    case 'settle':
      return parseSettle(payload, requirements)
    case 'refund':
      return parseRefund(payload, requirements)
    default:
      throw refused(channelReasons.payloadType, 'Expected a deposit, a claim, a settle or a refund.')
  }
}

function parseClaim(payload: unknown, requirements: PaymentRequirements) {
  const read = claimActionShape.safeParse(payload)
  if (!read.success) throw refused(channelReasons.claimMalformed, 'Expected claims of vouchers.')
  const claims = read.data.claims.map((claim) => toClaim(claim, requirements.network))
  for (const { config } of claims) {
    requireTerms(config.receiver, config.token, requirements)
    requireTwoParties(config)
    if (config.receiverAuthorizer !== claims[0]?.config.receiverAuthorizer) {
      throw refused(channelReasons.authorizerMismatch, 'Expected one receiver authorizer for all claims.')
    }
  }
  if (new Set(claims.map(({ channelId }) => channelId)).size < claims.length) {
    throw refused(channelReasons.claimMalformed, 'Expected each channel once.')
  }
  // A null signature is to be made by the facilitator, when it is the receiver authorizer.
  return { type: 'claim', claims, claimSignature: read.data.claimAuthorizerSignature ?? null } as const
}

function parseSettle(payload: unknown, requirements: PaymentRequirements) {
  const read = settleActionShape.safeParse(payload)
  if (!read.success) throw refused(channelReasons.settleMalformed, 'Expected a receiver and a token.')
  requireTerms(read.data.receiver, read.data.token, requirements)
  return { type: 'settle', ...read.data } as const
}

function parseRefund(payload: Record<string, unknown>, requirements: PaymentRequirements) {
  // A payer's request that no server has completed is not a refund.
  if (!('refundNonce' in payload)) throw refused(channelReasons.payloadType, 'Expected a refund with its nonce.')
  const read = refundActionShape.safeParse(payload)
  if (!read.success) throw refused(channelReasons.refundMalformed, 'Expected a refund of one channel.')
  const { channelConfig: config, voucher, amount: amountAtomic, refundNonce: nonce, ...rest } = read.data
  requireTerms(config.receiver, config.token, requirements)
  requireTwoParties(config)
  const channelId = channelIdOf(config, requirements.network)
  const claims = rest.claims.map((claim) => toClaim(claim, requirements.network))
  const ids = [voucher.channelId.toLowerCase(), ...claims.map((claim) => claim.channelId)]
  if (ids.some((id) => id !== channelId)) throw refused(channelReasons.channelIdMismatch, 'Expected one channel.')
  if (amountAtomic === 0n) throw refused(channelReasons.refundAmountInvalid, 'Expected more than nothing.')
  const refundSignature = rest.refundAuthorizerSignature ?? null
  const claimSignature = rest.claimAuthorizerSignature ?? null
  return { type: 'refund', channelId, config, amountAtomic, nonce, claims, refundSignature, claimSignature } as const
}

function toClaim({ voucher, signature, totalClaimed }: z.infer<typeof claimShape>, network: string) {
  const { channel: config, maxClaimableAmount: maxClaimableAtomic } = voucher
  return {
    channelId: channelIdOf(config, network),
    config,
    maxClaimableAtomic,
    totalClaimedAtomic: totalClaimed,
    signature,
  }
}

function requireTerms(receiver: Address, token: Address, { payTo, asset }: PaymentRequirements): void {
  if (!isSameAddress('evm', receiver, payTo))
    throw refused(channelReasons.receiverMismatch, 'Expected payTo to receive.')
  if (!isSameAddress('evm', token, asset))
    throw refused(channelReasons.tokenMismatch, 'Expected the asset to be the token.')
}

function requireTwoParties({ payer, receiver }: ChannelConfig): void {
  if (isSameAddress('evm', payer, receiver)) throw refused(reasons.payerIsPayee, 'Expected another payer than payTo.')
}

const refused = (reason: string, message: string) => new PayloadError(reason, message)
