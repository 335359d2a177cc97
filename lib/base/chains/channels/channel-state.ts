import type { Hex } from 'viem'

/** What the chain says of a channel. `balanceAtomic` is what was deposited less what went back; claims leave it as it is. */
export type ChannelState = {
  channelId: Hex
  balanceAtomic: bigint
  totalClaimedAtomic: bigint
  /** Unix seconds; 0 while no withdrawal has been started. */
  withdrawRequestedAt: number
  refundNonce: bigint
}

/** The same as verify and settle answer it. */
export const toChannelExtra = (state: ChannelState) => ({
  channelId: state.channelId,
  balance: state.balanceAtomic.toString(),
  totalClaimed: state.totalClaimedAtomic.toString(),
  withdrawRequestedAt: state.withdrawRequestedAt,
  refundNonce: state.refundNonce.toString(),
})
