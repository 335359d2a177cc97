import type { Signature } from '@solana/kit'
import { type Address, type Hex, isAddressEqual, type PublicClient, TransactionReceiptNotFoundError } from 'viem'
import { base58ByteLength } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { readEvm } from '../evm/evm-client'
import { readTransfer, type TokenTransfer } from '../evm/search-logs'
import type { NetworkAccess } from '../network-access'
import type { SvmRpc } from '../svm/svm-rpc'

export type TransferReading =
  /** Unknown to the node, or waiting for its confirmations. */
  { state: 'pending' } | { state: 'failed' } | { state: 'landed'; at: Date; transfers: TokenTransfer[] }

export type WantedTransfers = { network: string; transaction: string; asset: string }

/** True if the text can be a transaction's id on that network, and the network's transfers can be read. */
export function isTransaction(network: string, text: string): boolean {
  const family = familyOf(network)
  if (family === 'evm') return /^0x[0-9a-fA-F]{64}$/.test(text)
  return family === 'svm' && base58ByteLength(text, 90) === 64
}

type TransferAccess = Pick<NetworkAccess, 'configOf' | 'evmClient' | 'svmRpc'>

/**
 * Transfers of a token in one transaction, once it has its confirmations. Throws `RpcUnreachableError`, and for a
 * network whose transfers are not read, as Algorand's.
 */
export async function readTransfers(access: TransferAccess, wanted: WantedTransfers): Promise<TransferReading> {
  const { network } = wanted
  const { confirmations } = access.configOf(network)
  const family = familyOf(network)
  if (family === 'evm') return readEvmTransfers(access.evmClient(network), { ...wanted, confirmations })
  if (family === 'svm') return readSvmTransfers(access.svmRpc(network), { ...wanted, confirmations })
  throw new Error(`Expected an EVM or Solana network, got ${network}.`)
}

type TransferQuery = WantedTransfers & { confirmations: number }

/** The token's transfers in one transaction, by its events. Throws `RpcUnreachableError`. */
async function readEvmTransfers(client: PublicClient, wanted: TransferQuery): Promise<TransferReading> {
  const { network, transaction, asset, confirmations } = wanted
  // Read first: a node may show a receipt of a block above its head, which is not sealed yet and may become another.
  const head = await readEvm(network, () => client.getBlockNumber({ cacheTime: 0 }))
  const receipt = await findReceipt(client, network, transaction as Hex)
  if (!receipt) return { state: 'pending' }
  if (head - receipt.blockNumber + 1n < BigInt(confirmations)) return { state: 'pending' }
  if (receipt.status !== 'success') return { state: 'failed' }
  const { timestamp } = await readEvm(network, () => client.getBlock({ blockHash: receipt.blockHash }))
  const ofToken = receipt.logs.filter(({ address }) => isAddressEqual(address, asset as Address))
  const transfers = ofToken.flatMap((log) => readTransfer(log) ?? [])
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

/**
 * Transfers of a token in one transaction, by the balances before and after it. A transaction in which several owners
 * paid does not say who paid whom, and so shows no transfer. Throws `RpcUnreachableError`.
 */
export async function readSvmTransfers(rpc: SvmRpc, wanted: Omit<TransferQuery, 'network'>): Promise<TransferReading> {
  const commitment = wanted.confirmations > 1 ? 'finalized' : 'confirmed'
  const options = { encoding: 'base64', maxSupportedTransactionVersion: 0, commitment } as const
  const found = await rpc.getTransaction(wanted.transaction as Signature, options).send()
  if (!found?.meta || found.blockTime === null) return { state: 'pending' }
  if (found.meta.err !== null) return { state: 'failed' }
  const { preTokenBalances = [], postTokenBalances = [] } = found.meta
  const changes = new Map<string, bigint>()
  const count = (balances: readonly TokenBalance[], sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of balances) {
      if (mint !== wanted.asset || owner === undefined) continue
      changes.set(owner, (changes.get(owner) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
    }
  }
  count(preTokenBalances, -1n)
  count(postTokenBalances, 1n)
  return { state: 'landed', at: new Date(Number(found.blockTime) * 1_000), transfers: transfersOf(changes) }
}

type TokenBalance = { mint: string; owner?: string; uiTokenAmount: { amount: string } }

function transfersOf(changes: ReadonlyMap<string, bigint>): TokenTransfer[] {
  const payers = [...changes].filter(([, change]) => change < 0n)
  const [from] = payers[0] ?? []
  if (payers.length !== 1 || from === undefined) return []
  return [...changes].filter(([, change]) => change > 0n).map(([to, amountAtomic]) => ({ from, to, amountAtomic }))
}
