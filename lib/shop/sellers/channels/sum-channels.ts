import { z } from 'zod'
import { atomic } from '@/lib/base/x402/answer-parts'
import { channelSumShape } from '@/lib/base/x402/channel-view'
import { sumShopChannels } from '@/lib/payments/channels/list-shop-channels'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export const channelSumsShape = z.object({
  sums: z.array(channelSumShape),
  limits: z
    .object({ afterSeconds: z.number(), aboveAtomic: atomic })
    .describe('A channel is claimed so long after its first unclaimed call, or above so much.'),
})
export type ChannelSums = z.infer<typeof channelSumsShape>

/** Sums the channels of the actor's shop, and says when they are claimed automatically. */
export async function sumChannels({ database, claimLimits }: SellersContext, actor: Actor): Promise<ChannelSums> {
  const { handle } = await getOwnSeller(database, actor)
  return { sums: await sumShopChannels(database, handle), limits: claimLimits }
}
