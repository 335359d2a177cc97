import { z } from 'zod'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { BATCH_SETTLEMENT, type ChannelFunds } from '@/lib/base/x402/payment-channel'
import { type PaymentPayload, type PaymentRequirements, X402_VERSION } from '@/lib/base/x402/wire'
import type { SignedChannelPayment } from '@/lib/channels/chain/read-channel'

const digits = z
  .union([z.string().regex(/^\d{1,78}$/), z.number().int().nonnegative()])
  .transform((text) => BigInt(text))

const fundsSchema = z
  .object({ balance: digits, totalClaimed: digits, withdrawRequestedAt: digits, refundNonce: digits })
  .transform(
    ({ balance, totalClaimed, withdrawRequestedAt, refundNonce }): ChannelFunds => ({
      balanceAtomic: balance,
      claimedAtomic: totalClaimed,
      refundNonce,
      withdrawRequestedAt: withdrawRequestedAt === 0n ? null : new Date(Number(withdrawRequestedAt) * 1000),
    }),
  )

export function readFunds(extra: unknown): ChannelFunds | null {
  const read = fundsSchema.safeParse(extra)
  return read.success ? read.data : null
}

/** The same in a settlement's answer, where it is one level deeper. */
export const readSettledFunds = (extra: Record<string, unknown> | undefined): ChannelFunds | null =>
  readFunds(extra?.channelState)

/**
 * The one responsible for work that a channel was not charged for: the payer where it has signed, else the key that
 * signs for the channel, since anyone can name any payer in a channel.
 */
export function answerableFor({ type, network, config, isKeySigned }: SignedChannelPayment): string {
  const isPayerSigned = type === 'deposit' || !isKeySigned
  return addressIdentity(network, isPayerSigned ? config.payer : config.payerAuthorizer)
}

/** Terms for a receiver's own requests about channels; nothing is paid by them. */
export function termsOf(
  network: string,
  config: { receiver: string; token: string; receiverAuthorizer?: string; withdrawDelay?: number },
): PaymentRequirements {
  const { receiver, token, receiverAuthorizer, withdrawDelay } = config
  return {
    scheme: BATCH_SETTLEMENT,
    network: network as PaymentRequirements['network'], // Stored from our own terms.
    asset: token,
    amount: '0',
    payTo: receiver,
    maxTimeoutSeconds: 60,
    extra: { ...(receiverAuthorizer && { receiverAuthorizer }), ...(withdrawDelay && { withdrawDelay }) },
  }
}

export const toPayload = (accepted: PaymentRequirements, payload: Record<string, unknown>): PaymentPayload => ({
  x402Version: X402_VERSION,
  accepted,
  payload,
})
