import { askedClaimsShape, claimNow } from '@/lib/shop/sellers/channels/claim-now'
import { channelPageInput, channelPageShape, listChannels } from '@/lib/shop/sellers/channels/list-channels'
import { channelSumsShape, sumChannels } from '@/lib/shop/sellers/channels/sum-channels'
import { operation, pageLimit } from './operation'

const pageQuery = channelPageInput.extend({ limit: pageLimit })

export const channelOperations = {
  listChannels: operation('GET /channels', 'payments:read', {
    summary: 'Lists the payment channels that paid for calls of the shop, newest first.',
    query: pageQuery,
    answer: channelPageShape,
    run: ({ context, actor, query }) => listChannels(context, actor, query),
  }),
  sumChannels: operation('GET /channels/sums', 'payments:read', {
    summary: 'What all channels come to by network and asset, and when they are claimed by themselves.',
    answer: channelSumsShape,
    run: ({ context, actor }) => sumChannels(context, actor),
  }),
  claimNow: operation('POST /channels/claim', 'claims:write', {
    summary:
      'Has what the channels owe claimed and paid out at once, usually within seconds; the list shows when it is done. At most once in five minutes.',
    answer: askedClaimsShape,
    run: async ({ context, actor }) => ({ claims: await claimNow(context, actor) }),
  }),
}
