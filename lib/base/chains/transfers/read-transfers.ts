import {
  type Address,
  type Hex,
  isAddressEqual,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import { base58ByteLength } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { readEvm } from '../evm/evm-client'
import type { NetworkAccess } from '../network-access'
import { readSvmTransfers } from './read-svm-transfers'
import type { TransferReading } from './transfer-reading'

export type WantedTransfers = { network: string; transaction: string; asset: string }

/** True if the text can be a transaction's id on that network, and the network's transfers can be read. */
export function isTransaction(network: string, text: string): boolean {
  return findReader(network)?.isTransaction(text) ?? false
}

/** How transfers are read, by the family of their network; Algorand's are not. */
const families = {
  evm: {
    isTransaction: (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text),
    read: (access: Access, network: string, wanted: Confirmed) => readEvmTransfers(access.evmClient(network), wanted),
  },
  svm: {
    isTransaction: (text: string) => base58ByteLength(text, 90) === 64,
    read: (access: Access, network: string, wanted: Confirmed) => readSvmTransfers(access.svmRpc(network), wanted),
  },
  avm: null,
}

type Access = Pick<NetworkAccess, 'configOf' | 'evmClient' | 'svmRpc'>
type Confirmed = WantedTransfers & { confirmations: number }

function findReader(network: string) {
  const family = familyOf(network)
  return family && families[family]
}

/**
 * Transfers of a token in one transaction, once it has its confirmations. Throws `RpcUnreachableError`, and for a
 * network whose transfers are not read.
 */
export function readTransfers(access: Access, wanted: WantedTransfers): Promise<TransferReading> {
  const { network } = wanted
  const { confirmations } = access.configOf(network)
  const reader = findReader(network)
  if (reader) return reader.read(access, network, { ...wanted, confirmations })
  throw new Error(`Expected an EVM or Solana network, got ${network}.`)
}

const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

type Wanted = { network: string; transaction: string; asset: string; confirmations: number }

/** The token's transfers in one transaction, by its events. Throws `RpcUnreachableError`. */
async function readEvmTransfers(client: PublicClient, wanted: Wanted): Promise<TransferReading> {
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
