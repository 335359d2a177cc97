import { z } from 'zod'
import { atomic, balance, nextCursor, time } from '@/lib/shop/sellers/answer-parts'
import { claimNow } from '@/lib/shop/sellers/channels/claim-now'
import { channelPageInput, listChannels } from '@/lib/shop/sellers/channels/list-channels'
import { sumChannels } from '@/lib/shop/sellers/channels/sum-channels'
import { operation, pageLimit } from './operation'

const pageQuery = channelPageInput.extend({ limit: pageLimit })

const channelSum = { network: z.string(), asset: z.string(), channels: z.number(), unclaimedAtomic: atomic }
const channelPageShape = z.object({
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
      claimGas: balance.nullable().describe('Gas that this transaction took; the site pays it.'),
      claimedTogether: z.number().nullable().describe('Channels that this transaction claimed.'),
    }),
  ),
  nextCursor,
})
const channelSumsShape = z.object({
  sums: z.array(z.object({ ...channelSum, leftAtomic: atomic, isClaimAsked: z.boolean() })),
  limits: z
    .object({ afterSeconds: z.number(), aboveAtomic: atomic })
    .describe('A channel is claimed so long after its first unclaimed call, or above so much.'),
})
const askedClaimsShape = z.object({
  claims: z.array(z.object(channelSum)).describe('Empty when nothing is owed.'),
})

export const channelOperations = {
  listChannels: operation({
    method: 'GET',
    path: '/channels',
    scope: 'payments:read',
    summary: 'Lists the payment channels that paid for calls of the shop, newest first.',
    query: pageQuery,
    answer: channelPageShape,
    run: ({ context, actor, query }) => listChannels(context, actor, query),
  }),
  sumChannels: operation({
    method: 'GET',
    path: '/channels/sums',
    scope: 'payments:read',
    summary: 'What all channels come to by network and asset, and when they are claimed by themselves.',
    answer: channelSumsShape,
    run: ({ context, actor }) => sumChannels(context, actor),
  }),
  claimNow: operation({
    method: 'POST',
    path: '/channels/claim',
    scope: 'claims:write',
    summary:
      'Has what the channels owe claimed and paid out at once, usually within seconds; the list shows when it is done. At most once in five minutes.',
    answer: askedClaimsShape,
    run: async ({ context, actor }) => ({ claims: await claimNow(context, actor) }),
  }),
}
