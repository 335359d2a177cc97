import { BATCH_SETTLEMENT_ADDRESS } from '@x402/evm'
import { encodeFunctionData, type Hex } from 'viem'
import { channelAbi } from '@/lib/base/chains/channels/channel-contract'
import type { ChannelState } from '@/lib/base/chains/channels/channel-state'
import type { CallAnswers, CallBatch } from './call-batch'

/** Asks for a channel's state within a reading; null where a call for it failed. One that never was is all zeros. */
export function askChannel(batch: CallBatch, channelId: Hex): (answers: CallAnswers) => ChannelState | null {
  const ask = (functionName: 'channels' | 'pendingWithdrawals' | 'refundNonce') =>
    batch.ask({
      to: BATCH_SETTLEMENT_ADDRESS,
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
