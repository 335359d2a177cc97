import {
  type Hex,
  keccak256,
  type PublicClient,
  stringToHex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  toEventSelector,
} from 'viem'
import { isEip3009Nonce } from '@/lib/base/chains/authorization'
import { QUORUM_NODES } from '@/lib/base/chains/quorum'
import { TRANSFER } from '../../evm/search-logs'
import type { LandedSettlement, LedgerAuthorization } from '../settlement-chain'
import type { EvmRpc } from './evm-rpc'
import type { LandedReceipt, SettledScheme } from './payment-kind'

type ConfirmedReceipt =
  | { state: 'missing' }
  | { state: 'unconfirmed'; hash: string }
  | { state: 'confirmed'; hash: string; height: bigint; receipt: EvmReceipt }
  | { state: 'unreadable'; reason: string }

type ReceiptReading = { height: bigint; blockHash: Hex; receipt: EvmReceipt }

/** The receipt of the one of `hashes` that landed, once it has enough confirmations. */
export async function readReceipt(rpc: EvmRpc, hashes: string[]): Promise<ConfirmedReceipt> {
  let unreadable: ConfirmedReceipt | null = null
  for (const hash of hashes) {
    try {
      const found = await readBelowHead(rpc, hash as Hex) // Hashes of our own transactions.
      if (!found) continue
      const { head, reading } = found
      if (head - reading.height + 1n < BigInt(rpc.confirmations)) return { state: 'unconfirmed', hash }
      return { state: 'confirmed', hash, height: reading.height, receipt: reading.receipt }
    } catch (error) {
      unreadable = { state: 'unreadable', reason: error instanceof Error ? error.name : 'unknown' }
    }
  }
  return unreadable ?? { state: 'missing' }
}

type BelowHead = { head: bigint; reading: ReceiptReading } | null

/**
 * A receipt with a head that is not older. Some nodes show receipts of a block that they have not sealed, and that may
 * still change. One confirmation is mostly there with the head itself, in one round trip; else the head is read first: a
 * block that is not sealed is above it. Where it was sealed in between, both are read again at once.
 */
async function readBelowHead(rpc: EvmRpc, hash: Hex): Promise<BelowHead> {
  const atHead = rpc.confirmations <= 1 && rpc.nodes.length < QUORUM_NODES ? await readAtHead(rpc, hash) : 'elsewhere'
  if (atHead !== 'elsewhere') return atHead
  const read = async () => {
    const head = await rpc.client.getBlockNumber({ cacheTime: 0 })
    const reading = await readAgreed(rpc, hash)
    return reading && { head, reading }
  }
  const first = await read()
  return first && first.reading.height > first.head ? read() : first
}

/** Whichever of the two a node reads first, a receipt that names the head's hash is of a sealed block. */
async function readAtHead({ client }: EvmRpc, hash: Hex): Promise<BelowHead | 'elsewhere'> {
  const [head, reading] = await Promise.all([client.getBlock({ blockTag: 'latest' }), readOne(client, hash)])
  if (reading === null) return null
  return head.hash === reading.blockHash ? { head: head.number, reading } : 'elsewhere'
}

async function readAgreed(rpc: EvmRpc, hash: Hex): Promise<ReceiptReading | null> {
  if (rpc.nodes.length < QUORUM_NODES) return readOne(rpc.client, hash)
  const readings = await Promise.allSettled(rpc.nodes.map((node) => readOne(node, hash)))
  const answers = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []))
  if (answers.length < 2) throw new Error('Fewer than two RPC endpoints answered.')
  const digests = answers.map((answer) => answer && digestOf(answer))
  for (const [index, answer] of answers.entries()) {
    if (digests.filter((digest) => digest === digests[index]).length >= 2) return answer
  }
  throw new Error('No two RPC endpoints agree.')
}

async function readOne(client: PublicClient, hash: Hex): Promise<ReceiptReading | null> {
  try {
    return toReading(await client.getTransactionReceipt({ hash }))
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

function toReading(read: TransactionReceipt): ReceiptReading {
  const { status, logs, blockNumber, blockHash, gasUsed, effectiveGasPrice } = read
  // Rollups charge for the layer below besides; elsewhere there is no such field.
  const rollupFee = 'l1Fee' in read ? BigInt(String(read.l1Fee)) : 0n
  const fee = gasUsed * effectiveGasPrice + rollupFee
  return { height: blockNumber, blockHash, receipt: { status, logs, fee } }
}

/** The parts of a receipt that two nodes must agree on. */
function digestOf({ blockHash, receipt: { status, logs } }: ReceiptReading): Hex {
  const told = JSON.stringify([status, blockHash, logs.map((log) => [log.address, log.topics, log.data])])
  return keccak256(stringToHex(told.toLowerCase()))
}

export type EvmReceipt = LandedReceipt & { fee: bigint }

const USED = toEventSelector('AuthorizationUsed(address,bytes32)')

/** A token's Transfer; each proves one settlement at most. All text is lower case. */
type Transfer = { token: string; from: string; to: string; amountAtomic: bigint; isTaken: boolean }

/**
 * The outcome of each settlement in one transaction, by its own events: for EIP-3009 the token's AuthorizationUsed and
 * the transfer right behind it, for Permit2 the transfer. A batch succeeds as a transaction even when some of it
 * failed, so its status proves nothing.
 */
export function settlementsIn(
  receipt: EvmReceipt,
  wanted: LedgerAuthorization[],
  further: readonly SettledScheme[] = [],
): LandedSettlement[] {
  const { transfers, transferOfUse } = readEvents(receipt.status === 'success' ? receipt.logs : [])
  return wanted.map((authorization) => {
    const scheme = further.find(({ isRequest }) => isRequest(authorization))
    if (scheme) return { key: authorization.key, amountAtomic: scheme.amountOfRequest(receipt, authorization) }
    const { key, asset, payer, nonce, settleAmountAtomic } = authorization
    const matches = (transfer: Transfer | undefined) =>
      transfer !== undefined &&
      !transfer.isTaken &&
      transfer.token === asset.toLowerCase() &&
      transfer.from === payer.toLowerCase() &&
      transfer.to === authorization.payTo.toLowerCase() &&
      transfer.amountAtomic === settleAmountAtomic
    const transfer = isEip3009Nonce(nonce) ? transferOfUse.get(keyOfUse(asset, payer, nonce)) : transfers.find(matches)
    if (!transfer || !matches(transfer)) return { key, amountAtomic: null }
    transfer.isTaken = true
    return { key, amountAtomic: settleAmountAtomic }
  })
}

const keyOfUse = (token: string, authorizer: string, nonce: string) => `${token}/${authorizer}/${nonce}`.toLowerCase()

function readEvents(logs: EvmReceipt['logs']) {
  const transfers: Transfer[] = []
  const transferOfUse = new Map<string, Transfer>()
  const lastUse = new Map<string, string>()
  for (const { address, topics, data } of logs) {
    const token = address.toLowerCase()
    const use = lastUse.get(token)
    lastUse.delete(token)
    const [event, first, second] = topics
    if (event === USED && first && second) lastUse.set(token, keyOfUse(token, addressIn(first), second))
    if (event !== TRANSFER || !first || !second || data.length !== 66) continue
    const transfer = {
      token,
      from: addressIn(first),
      to: addressIn(second),
      amountAtomic: BigInt(data),
      isTaken: false,
    }
    transfers.push(transfer)
    if (use !== undefined) transferOfUse.set(use, transfer)
  }
  return { transfers, transferOfUse }
}

const addressIn = (topic: Hex) => `0x${topic.slice(-40).toLowerCase()}`
