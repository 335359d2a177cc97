import { BATCH_SETTLEMENT_ADDRESS } from '@x402/evm'
import { decodeEventLog, isAddressEqual, type Log } from 'viem'
import type { Authorization } from '@/lib/base/chains/authorization'
import { channelAbi } from '@/lib/base/chains/channels/channel-contract'

type Receipt = { status: 'success' | 'reverted'; logs: Pick<Log, 'address' | 'topics' | 'data'>[] }

const ACTION = /^(?<type>claim|settle|refund)\/(?<subject>0x[0-9a-f]+)\//

/** True for an action of a receiver on its channels; deposits and payments have a nonce of the payer's. */
export const isChannelAction = ({ nonce }: Pick<Authorization, 'nonce'>): boolean => ACTION.test(nonce)

/**
 * The amount that an action moved in its transaction, by the contract's own events: newly claimed, sent to the
 * receiver, or given back. Null when it did nothing.
 */
export function amountOfAction({ status, logs }: Receipt, { nonce, asset }: Authorization): bigint | null {
  const { type, subject } = ACTION.exec(nonce)?.groups ?? {}
  const amounts = (status === 'success' ? logs : []).flatMap((log) => {
    const event = isAddressEqual(log.address, BATCH_SETTLEMENT_ADDRESS) ? readEvent(log) : null
    switch (event?.eventName) {
      case 'Claimed':
        return type === 'claim' ? [event.args.amount] : []
      case 'Settled': {
        const { receiver, token, amount } = event.args
        const isIt = receiver.toLowerCase() === subject && token.toLowerCase() === asset.toLowerCase()
        return type === 'settle' && isIt ? [amount] : []
      }
      case 'Refunded':
        return type === 'refund' && event.args.channelId === subject ? [event.args.amount] : []
      default:
        return []
    }
  })
  return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0n) : null
}

function readEvent({ topics, data }: Pick<Log, 'topics' | 'data'>) {
  try {
    return decodeEventLog({ abi: channelAbi, topics, data })
  } catch {
    return null // Another of the contract's events.
  }
}
