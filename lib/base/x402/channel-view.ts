import { z } from 'zod'
import { atomic, balance, time } from './answer-parts'

export const channelShape = z.object({
  channelId: z.string(),
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  payTo: z.string().describe('Where its money goes, whatever the payout address is now.'),
  leftAtomic: atomic.describe('Lies in it for further calls.'),
  chargedAtomic: atomic.describe('What its calls came to, claimed or not.'),
  unclaimedAtomic: atomic,
  isClosing: z.boolean().describe('Its payer has announced to take the rest.'),
  /** The seller has asked for a claim that has not been made yet. */
  isClaimAsked: z.boolean(),
  isPayoutDue: z.boolean().describe('What was claimed is on its way to `payTo`.'),
  openedAt: time,
  lastCallAt: time.nullable(),
  claimedAt: time.nullable(),
  /** Null where it was claimed by another's transaction. */
  claimTransaction: z.string().nullable(),
  claimGas: balance.nullable().describe('Gas that this transaction took; the site pays it.'),
  claimedTogether: z.number().nullable().describe('Channels that this transaction claimed.'),
})
export type ChannelView = z.infer<typeof channelShape>

/** `channels` are those with money left or unclaimed. */
export const channelSumShape = z.object({
  network: z.string(),
  asset: z.string(),
  channels: z.number(),
  unclaimedAtomic: atomic,
  leftAtomic: atomic,
  isClaimAsked: z.boolean(),
})
export type ChannelSum = z.infer<typeof channelSumShape>
