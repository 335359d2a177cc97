import type { Hex } from 'viem'

/** A channel as the chain has it. `balanceAtomic` is deposits less what went back; claims leave it as it is. */
export type ChannelState = {
  channelId: Hex
  balanceAtomic: bigint
  totalClaimedAtomic: bigint
  /** Unix seconds; 0 while no withdrawal has been started. */
  withdrawRequestedAt: number
  refundNonce: bigint
}

/** The same in the form of verify's and settle's answers. */
export const toChannelExtra = (state: ChannelState) => ({
  channelId: state.channelId,
  balance: state.balanceAtomic.toString(),
  totalClaimed: state.totalClaimedAtomic.toString(),
  withdrawRequestedAt: state.withdrawRequestedAt,
  refundNonce: state.refundNonce.toString(),
})
