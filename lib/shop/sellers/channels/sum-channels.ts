import type { ChannelSum } from '@/lib/base/x402/channel-view'
import type { ClaimLimits } from '@/lib/payments/channels/claims'
import { sumShopChannels } from '@/lib/payments/channels/list-shop-channels'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export type ChannelSums = {
  sums: ChannelSum[]
  /** When a channel is claimed without being asked for: so long after its first call since, or above so much. */
  limits: ClaimLimits
}

/** What the channels of the actor's shop come to, and when they are claimed by themselves. */
export async function sumChannels({ database, claimLimits }: SellersContext, actor: Actor): Promise<ChannelSums> {
  const { handle } = await getOwnSeller(database, actor)
  return { sums: await sumShopChannels(database, handle), limits: claimLimits }
}
