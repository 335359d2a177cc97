import type { Blockhash } from '@solana/kit'
import type { Authorization } from '../authorization'
import { RpcUnreachableError } from '../errors'
import type { SvmRpc } from './svm-rpc'

/** So many blocks after its own, a blockhash is no longer valid for a transaction. */
export const BLOCKHASH_LIFE_BLOCKS = 150n

/**
 * The height after which a payment can land no more, at the least. As of a node that has the block of its blockhash:
 * one that has not yet would name a height too low. Throws `RpcUnreachableError` when no such node answers.
 */
export async function readLastHeight(rpc: SvmRpc, { network, nonce }: Authorization): Promise<bigint> {
  const [, blockhash = ''] = nonce.split(':')
  const commitment = 'confirmed' as const
  const { context, value } = await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send() // Read from the message.
  if (!value) throw new RpcUnreachableError(network, { cause: new Error('The node does not know the blockhash.') })
  const height = await rpc.getBlockHeight({ commitment, minContextSlot: context.slot }).send()
  return height + BLOCKHASH_LIFE_BLOCKS
}
