import type { Blockhash } from '@solana/kit'
import { LRUCache } from 'lru-cache'
import type { Authorization } from '../authorization'
import { RpcUnreachableError } from '../errors'
import type { SvmRpc } from './svm-rpc'

/** A blockhash is valid for a transaction for this many blocks after its own. */
export const BLOCKHASH_LIFE_BLOCKS = 150n

/** More than are alive at once, one per slot. */
const MAX_KNOWN = 1_000

const known = new WeakMap<SvmRpc, LRUCache<string, Promise<bigint>>>()

/**
 * A height after which a payment can no longer land; it is the same for all payments with its blockhash, and read once.
 * Asks a node that has the block of its blockhash: another node would name a height too low. Throws
 * `RpcUnreachableError` when no such node answers.
 */
export function readLastHeight(rpc: SvmRpc, { network, nonce }: Authorization): Promise<bigint> {
  const [, blockhash = ''] = nonce.split(':')
  const heights = known.get(rpc) ?? new LRUCache({ max: MAX_KNOWN })
  known.set(rpc, heights)
  const reading = heights.get(blockhash) ?? readHeight(rpc, network, blockhash)
  heights.set(blockhash, reading)
  // The next caller asks again: another node may know the block.
  reading.catch(() => heights.delete(blockhash))
  return reading
}

async function readHeight(rpc: SvmRpc, network: string, blockhash: string): Promise<bigint> {
  const commitment = 'confirmed' as const
  const { context, value } = await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send() // Read from the message.
  if (!value) throw new RpcUnreachableError(network, { cause: new Error('The node does not know the blockhash.') })
  const height = await rpc.getBlockHeight({ commitment, minContextSlot: context.slot }).send()
  return height + BLOCKHASH_LIFE_BLOCKS
}
