import { encodeFunctionData, type Hex } from 'viem'
import type { CallAnswers, CallBatch } from '../settlement/evm/call-batch'
import { CHANNEL_CONTRACT, type ChannelState, channelAbi } from './channel-contract'

/** Asks for a channel's state within a reading; null where a call for it failed. One that never was is all zeros. */
export function askChannel(batch: CallBatch, channelId: Hex): (answers: CallAnswers) => ChannelState | null {
  const ask = (functionName: 'channels' | 'pendingWithdrawals' | 'refundNonce') =>
    batch.ask({
      to: CHANNEL_CONTRACT,
      data: encodeFunctionData({ abi: channelAbi, functionName, args: [channelId] }),
    })
  const [channel, withdrawal, nonce] = [ask('channels'), ask('pendingWithdrawals'), ask('refundNonce')]
  return (answers) => {
    const balanceAtomic = answers.numberAt(channel)
    const totalClaimedAtomic = answers.numberAt(channel, 1)
    const requestedAt = answers.numberAt(withdrawal, 1)
    const refundNonce = answers.numberAt(nonce)
    if (balanceAtomic === null || totalClaimedAtomic === null || requestedAt === null || refundNonce === null) {
      return null
    }
    return { channelId, balanceAtomic, totalClaimedAtomic, withdrawRequestedAt: Number(requestedAt), refundNonce }
  }
}
