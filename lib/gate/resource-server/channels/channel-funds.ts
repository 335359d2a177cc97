import { z } from 'zod'
import type { ChannelFunds } from '@/lib/base/x402/payment-channel'

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

/** The channel's funds in a facilitator's `extra`; null without them. */
export function readFunds(extra: unknown): ChannelFunds | null {
  const read = fundsSchema.safeParse(extra)
  return read.success ? read.data : null
}

/** The same in a settlement's answer, where it is one level deeper. */
export const readSettledFunds = (extra: Record<string, unknown> | undefined): ChannelFunds | null =>
  readFunds(extra?.channelState)
