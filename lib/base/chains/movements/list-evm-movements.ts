import { BATCH_SETTLEMENT_ADDRESS } from '@x402/evm'
import {
  type Address,
  erc20Abi,
  type Hex,
  isAddressEqual,
  type Log,
  type PublicClient,
  pad,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import { channelAbi } from '../channels/channel-contract'
import { readEvm } from '../evm/evm-client'
import { searchLogsBackwards } from '../evm/search-logs'
import type { Movement, MovementFacts, MovementSearch } from './movement'

/** Addresses per search: what public endpoints still take. */
const ADDRESSES_AT_ONCE = 200

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const CHANNEL_EVENTS = ['Deposited', 'Claimed', 'Refunded'] as const
const CHANNEL_TOPICS = [
  toEventSelector('Deposited(bytes32,address,uint128,uint128)'),
  toEventSelector('Claimed(bytes32,address,uint128,uint128)'),
  toEventSelector('Refunded(bytes32,address,uint128)'),
]
const kinds = { Deposited: 'channel deposit', Claimed: 'channel claim', Refunded: 'channel refund' } as const

/**
 * Transfers of the assets to the payees, and what our gas wallets did with payment channels, newest first: by the
 * events of all blocks from `since` on, and of some before it. Throws `RpcUnreachableError`.
 */
export async function listEvmMovements(client: PublicClient, search: MovementSearch): Promise<Movement[]> {
  const { network, since, assets, payees, gasWallets } = search
  const newestBlock = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const range = { client, network, newestBlock, maxBlocks: Number(newestBlock), notBefore: since }
  const found: Movement[] = []
  const collect = (address: Address, topics: (Hex | Hex[] | null)[], read: (log: FoundLog) => Movement[]) =>
    searchLogsBackwards({ ...range, address, topics }, async (log) => {
      found.push(...read(log))
      return null
    })
  for (const asset of assets) {
    for (const some of inChunks(payees)) {
      await collect(asset as Address, [TRANSFER, null, some.map(toTopic)], (log) => readTransfer(network, log))
    }
  }
  for (const some of inChunks(gasWallets)) {
    const topics = [CHANNEL_TOPICS, null, some.map(toTopic)]
    await collect(BATCH_SETTLEMENT_ADDRESS, topics, (log) => readChannelEvent(network, log))
  }
  return found
}

export async function readEvmFacts(
  client: PublicClient,
  { network, transaction }: Movement,
  gasWallets: readonly string[],
): Promise<MovementFacts> {
  const hash = transaction as Hex // The node has named it itself.
  const { from, blockNumber } = await readEvm(network, () => client.getTransactionReceipt({ hash }))
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockNumber }))
  const isSentByUs = gasWallets.some((wallet) => isAddressEqual(wallet as Address, from))
  return { at: new Date(Number(timestamp) * 1_000), isSentByUs }
}

type FoundLog = Log<bigint, number, false>

function readTransfer(network: string, log: FoundLog): Movement[] {
  return parseEventLogs({ abi: erc20Abi, logs: [log], eventName: 'Transfer' }).map(({ args }) => ({
    ...placeOf(network, log),
    kind: isAddressEqual(args.from, BATCH_SETTLEMENT_ADDRESS) ? 'channel payout' : 'transfer',
    from: args.from,
    to: args.to,
    asset: log.address,
    amountAtomic: args.value,
  }))
}

function readChannelEvent(network: string, log: FoundLog): Movement[] {
  return parseEventLogs({ abi: channelAbi, logs: [log], eventName: [...CHANNEL_EVENTS] }).map(
    ({ eventName, args }) => ({
      ...placeOf(network, log),
      kind: kinds[eventName],
      from: null,
      to: args.channelId,
      asset: null,
      amountAtomic: args.amount,
    }),
  )
}

const placeOf = (network: string, { transactionHash, blockNumber }: FoundLog) => ({
  network,
  transaction: transactionHash,
  height: blockNumber,
})

const toTopic = (address: string): Hex => pad(address as Hex) // The caller's addresses are checked.

function inChunks(addresses: readonly string[]): string[][] {
  const count = Math.ceil(addresses.length / ADDRESSES_AT_ONCE)
  return Array.from({ length: count }, (_, n) => addresses.slice(n * ADDRESSES_AT_ONCE, (n + 1) * ADDRESSES_AT_ONCE))
}
