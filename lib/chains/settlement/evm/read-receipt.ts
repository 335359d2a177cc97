import { type Hex, keccak256, type PublicClient, stringToHex, TransactionReceiptNotFoundError } from 'viem'
import { QUORUM_NODES } from '../../evm/evm-client'
import type { EvmRpc } from './evm-rpc'
import type { EvmReceipt } from './settlement-events'

export type ConfirmedReceipt =
  | { state: 'missing' }
  | { state: 'unconfirmed'; hash: string }
  | { state: 'confirmed'; hash: string; height: bigint; receipt: EvmReceipt }
  | { state: 'unreadable'; reason: string }

type Reading = { height: bigint; receipt: EvmReceipt; digest: string }

/** The receipt of whichever of `hashes` landed, once enough blocks stand on it. */
export async function readReceipt(rpc: EvmRpc, hashes: string[]): Promise<ConfirmedReceipt> {
  let unreadable: ConfirmedReceipt | null = null
  for (const hash of hashes) {
    try {
      const reading = await readAgreed(rpc, hash as Hex) // Hashes of our own transactions.
      if (!reading) continue
      if (!(await isDeepEnough(rpc, reading.height))) return { state: 'unconfirmed', hash }
      return { state: 'confirmed', hash, height: reading.height, receipt: reading.receipt }
    } catch (error) {
      unreadable = { state: 'unreadable', reason: error instanceof Error ? error.name : 'unknown' }
    }
  }
  return unreadable ?? { state: 'missing' }
}

async function readAgreed(rpc: EvmRpc, hash: Hex): Promise<Reading | null> {
  if (rpc.nodes.length < QUORUM_NODES) return readOne(rpc.client, hash)
  const readings = await Promise.allSettled(rpc.nodes.map((node) => readOne(node, hash)))
  const answers = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
  if (answers.length < 2) throw new Error('Fewer than two RPC endpoints answered.')
  for (const answer of answers) {
    if (answers.filter((other) => other?.digest === answer?.digest).length >= 2) return answer
  }
  throw new Error('No two RPC endpoints agree.')
}

async function readOne(client: PublicClient, hash: Hex): Promise<Reading | null> {
  try {
    const read = await client.getTransactionReceipt({ hash })
    const { status, logs, blockNumber, blockHash, gasUsed, effectiveGasPrice } = read
    // Rollups charge for the layer below besides; elsewhere there is no such field.
    const rollupFee = 'l1Fee' in read ? BigInt(String(read.l1Fee)) : 0n
    const fee = gasUsed * effectiveGasPrice + rollupFee
    const story = JSON.stringify([status, blockHash, logs.map((log) => [log.address, log.topics, log.data])])
    return { height: blockNumber, receipt: { status, logs, fee }, digest: keccak256(stringToHex(story.toLowerCase())) }
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function isDeepEnough(rpc: EvmRpc, height: bigint): Promise<boolean> {
  if (rpc.confirmations <= 1) return true
  const head = await rpc.client.getBlockNumber({ cacheTime: 0 })
  return head - height + 1n >= BigInt(rpc.confirmations)
}
