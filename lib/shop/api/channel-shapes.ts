import { z } from 'zod'
import { atomic, nextCursor, time } from './shapes'

const channelSum = { network: z.string(), asset: z.string(), channels: z.number(), unclaimedAtomic: atomic }
export const channelPageShape = z.object({
  channels: z.array(
    z.object({
      channelId: z.string(),
      network: z.string(),
      asset: z.string(),
      payer: z.string(),
      payTo: z.string().describe('Where its money goes, whatever the payout address is now.'),
      leftAtomic: atomic.describe('Lies in it for further calls.'),
      chargedAtomic: atomic.describe('What its calls came to, claimed or not.'),
      unclaimedAtomic: atomic,
      isClosing: z.boolean().describe('Its payer has announced to take the rest.'),
      isClaimAsked: z.boolean(),
      isPayoutDue: z.boolean().describe('What was claimed is on its way to `payTo`.'),
      openedAt: time,
      lastCallAt: time.nullable(),
      claimedAt: time.nullable(),
      claimTransaction: z.string().nullable(),
      claimGas: z.string().nullable().describe('Gas that this transaction took; the site pays it.'),
      claimedTogether: z.number().nullable().describe('Channels that this transaction claimed.'),
    }),
  ),
  nextCursor,
})
export const channelSumsShape = z.object({
  sums: z.array(z.object({ ...channelSum, leftAtomic: atomic, isClaimAsked: z.boolean() })),
  limits: z
    .object({ afterSeconds: z.number(), aboveAtomic: atomic })
    .describe('A channel is claimed so long after its first unclaimed call, or above so much.'),
})
export const askedClaimsShape = z.object({
  claims: z.array(z.object(channelSum)).describe('Empty when nothing is owed.'),
})
