import { type ChannelState, toChannelExtra } from '@/lib/base/chains/channels/channel-state'
import { isRpcUnreachable } from '@/lib/base/chains/errors'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { findSettlement } from './ledger/find-settlement'
import type { Settlement } from './settlement'

type Settled = Extract<SettleOutcome, { kind: 'settled' }>

/**
 * The outcome of a deposit with the channel's new state on the chain. Where that cannot be read, the outcome stays as
 * it is: the money is in the channel all the same.
 */
export async function withChannelState(
  { room, settler, payment }: Settlement,
  channelId: ChannelState['channelId'],
  outcome: Settled,
): Promise<Settled> {
  const { channels } = settler.chain
  try {
    const record = await findSettlement(room.deps.database, payment.authorization.key)
    const state = await channels?.readState(channelId, record?.height ?? 0n)
    if (!state) return outcome
    return { ...outcome, response: { ...outcome.response, extra: { channelState: toChannelExtra(state) } } }
  } catch (error) {
    if (!isRpcUnreachable(error)) throw error
    room.deps.log.warn({ network: settler.chain.network }, 'settle: the channel could not be read')
    return outcome
  }
}
