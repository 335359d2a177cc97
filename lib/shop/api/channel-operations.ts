import { z } from 'zod'
import { claimNow } from '@/lib/shop/sellers/channels/claim-now'
import { channelPageInput, listChannels } from '@/lib/shop/sellers/channels/list-channels'
import { sumChannels } from '@/lib/shop/sellers/channels/sum-channels'
import { askedClaimsShape, channelPageShape, channelSumsShape } from './channel-shapes'
import { operation } from './operation'

const pageQuery = channelPageInput.extend({ limit: z.coerce.number().int().min(1).max(200).default(50) })

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
