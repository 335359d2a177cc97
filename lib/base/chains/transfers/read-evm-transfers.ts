import {
  type Address,
  type Hex,
  isAddressEqual,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import { readEvm } from '../evm/evm-client'
import type { TransferReading } from './transfer-reading'

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

type Wanted = { network: string; transaction: string; asset: string; confirmations: number }

/** The token's transfers in one transaction, by its events. Throws `RpcUnreachableError`. */
export async function readEvmTransfers(client: PublicClient, wanted: Wanted): Promise<TransferReading> {
  const { network, transaction, asset, confirmations } = wanted
  // Read first: a node may show a receipt of a block above its head, which is not sealed yet and may become another.
  const head = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const receipt = await findReceipt(client, network, transaction as Hex)
  if (!receipt) return { state: 'pending' }
  if (head - receipt.blockNumber + 1n < BigInt(confirmations)) return { state: 'pending' }
  if (receipt.status !== 'success') return { state: 'failed' }
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockHash: receipt.blockHash }))
  const transfers = parseEventLogs({ abi, logs: receipt.logs, eventName: 'Transfer' })
    .filter(({ address }) => isAddressEqual(address, asset as Address))
    .map(({ args }) => ({ from: args.from, to: args.to, amountAtomic: args.value }))
  return { state: 'landed', at: new Date(Number(timestamp) * 1_000), transfers }
}

async function findReceipt(client: PublicClient, network: string, hash: Hex) {
  try {
    return await readEvm(network, () => client.getTransactionReceipt({ hash }))
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}
