import { setTimeout as sleep } from 'node:timers/promises'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { VerifyResponse } from '@/lib/base/x402/wire'
import type { Chains } from '../chains'
import { orReason } from '../errors'
import { blockNumberCall, createCallBatch } from '../settlement/evm/call-batch'
import type { ChannelChain } from '../settlement/settlement-chain'
import { askChannel } from './ask-channel'
import { type ActionTools, assessChannelAction } from './assess-channel-action'
import { type ChannelState, toChannelExtra } from './channel-contract'
import { readSignedChannel } from './read-channel'

type ChannelTools = ActionTools & { checkSignature: Chains['checkSignature'] }

/** For how long a node may lack a block that another one behind the same address has shown. */
const MAX_LAG_MS = 2_000

export function createEvmChannelChain(tools: ChannelTools): ChannelChain {
  return {
    verify: (voucher) => verifyVoucher(tools, voucher),
    assessAction: (action, maySignRefund) => assessChannelAction(tools, action, maySignRefund),
    async readState(channelId, since) {
      for (const until = performance.now() + MAX_LAG_MS; ; ) {
        const { height, state } = await readChannel(tools, channelId)
        if (height !== null && height >= since) return state
        if (performance.now() > until) return null
        await sleep(tools.rpc.pollIntervalMs)
      }
    },
  }
}

async function readChannel({ rpc, network }: ChannelTools, channelId: ChannelState['channelId']) {
  const batch = createCallBatch(rpc, network)
  const height = batch.ask(blockNumberCall())
  const channel = askChannel(batch, channelId)
  const answers = await batch.run()
  return { height: answers.numberAt(height), state: channel(answers) }
}

async function verifyVoucher(
  tools: ChannelTools,
  { payload, requirements }: Parameters<ChannelChain['verify']>[0],
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
  if (state.balanceAtomic === 0n) return refused(channelReasons.channelNotFound, payer, state)
  if (max > state.balanceAtomic) return refused(channelReasons.cumulativeExceedsBalance, payer, state)
  // A request for a refund charges nothing, so all may have been claimed.
  const isBelow = type === 'refund' ? max < state.totalClaimedAtomic : max <= state.totalClaimedAtomic
  if (isBelow) return refused(channelReasons.cumulativeBelowClaimed, payer, state)
  return { isValid: true, payer, extra: toChannelExtra(state) }
}

/** A refusal, with the channel's state once that is known: the payer's own copy may be old. */
const refused = (invalidReason: string, payer?: string, state?: ChannelState): VerifyResponse => ({
  isValid: false,
  invalidReason,
  ...(payer && { payer }),
  ...(state && { extra: toChannelExtra(state) }),
})
