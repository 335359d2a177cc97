import type { ChannelSum } from '@/lib/base/x402/channel-view'
import type { ClaimLimits } from '@/lib/payments/channels/claims'
import { sumShopChannels } from '@/lib/payments/channels/list-shop-channels'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'

export type ChannelSums = {
  sums: ChannelSum[]
  /** A channel is claimed automatically this long after its first unclaimed call, or above this amount. */
  limits: ClaimLimits
}

/** Sums the channels of the actor's shop, and says when they are claimed automatically. */
export async function sumChannels({ database, claimLimits }: SellersContext, actor: Actor): Promise<ChannelSums> {
  const { handle } = await getOwnSeller(database, actor)
  return { sums: await sumShopChannels(database, handle), limits: claimLimits }
}
