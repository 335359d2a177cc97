import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { orReason } from '@/lib/base/chains/errors'
import { blockNumberCall, createCallBatch } from '@/lib/base/chains/settlement/evm/call-batch'
import type { RequestTools, SettledScheme } from '@/lib/base/chains/settlement/evm/payment-kind'
import type { SchemeRequests } from '@/lib/base/chains/settlement/settlement-chain'
import { BATCH_SETTLEMENT, channelReasons, toChannelState } from '@/lib/base/x402/payment-channel'
import { reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import { assessChannelAction } from './assess-channel-action'
import { amountOfAction, askChannel, isChannelAction } from './channel-contract'
import { depositKind } from './deposit'
import { readSignedChannel } from './read-channel'

/** For how long a node may lack a block that another one behind the same address has shown. */
const MAX_LAG_MS = 2_000

/** The scheme `batch-settlement` as a facilitator settles it. */
export const settledChannels: SettledScheme = {
  name: BATCH_SETTLEMENT,
  kindExtra: ({ receiverAuthorizers: [first] }) => ({ receiverAuthorizer: first?.address }),
  payments: depositKind,
  openRequests,
  isRequest: isChannelAction,
  amountOfRequest: amountOfAction,
}

function openRequests(tools: RequestTools): SchemeRequests {
  return {
    verify: (voucher) => verifyVoucher(tools, voucher),
    assessAction: (action, maySignRefund) => assessChannelAction(tools, action, maySignRefund),
    async readState(channelId, since) {
      for (const until = performance.now() + MAX_LAG_MS; ; ) {
        const { height, state } = await readChannel(tools, channelId)
        if (height !== null && height >= since) return state && toChannelState(channelId, state)
        if (performance.now() > until) return null
        await sleep(tools.rpc.pollIntervalMs)
      }
    },
  }
}

async function readChannel({ rpc, network }: RequestTools, channelId: Hex) {
  const batch = createCallBatch(rpc, network)
  const height = batch.ask(blockNumberCall())
  const channel = askChannel(batch, channelId)
  const answers = await batch.run()
  return { height: answers.numberAt(height), state: channel(answers) }
}

async function verifyVoucher(
  tools: RequestTools,
  { payload, requirements }: Parameters<SchemeRequests['verify']>[0],
): Promise<VerifyResponse> {
  const read = orReason(() => readSignedChannel(payload, requirements))
  if ('reason' in read) return refused(read.reason)
  const verdict = await tools.checkSignature(requirements.network, read)
  if (!verdict.isValid) return refused(verdict.invalidReason ?? reasons.invalidPayload)
  const { type, config, voucher } = read.channel
  const { payer } = config
  const { state } = await readChannel(tools, voucher.channelId)
  const { maxClaimableAtomic: max } = voucher
  if (state === null) return refused(channelReasons.rpcReadFailed, payer)
  const extra = toChannelState(voucher.channelId, state)
  if (state.balanceAtomic === 0n) return refused(channelReasons.channelNotFound, payer, extra)
  if (max > state.balanceAtomic) return refused(channelReasons.cumulativeExceedsBalance, payer, extra)
  // A request for a refund charges nothing, so all may have been claimed.
  const isBelow = type === 'refund' ? max < state.claimedAtomic : max <= state.claimedAtomic
  return isBelow ? refused(channelReasons.cumulativeBelowClaimed, payer, extra) : { isValid: true, payer, extra }
}

/** A refusal, with the channel's state once that is known: the payer's own copy may be old. */
const refused = (invalidReason: string, payer?: string, extra?: Record<string, unknown>): VerifyResponse => ({
  isValid: false,
  invalidReason,
  ...(payer && { payer }),
  ...(extra && { extra }),
})
