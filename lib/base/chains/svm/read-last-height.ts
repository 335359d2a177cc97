import type { Blockhash } from '@solana/kit'
import type { Authorization } from '../authorization'
import { RpcUnreachableError } from '../errors'
import type { SvmRpc } from './svm-rpc'

/** A blockhash is valid for a transaction for this many blocks after its own. */
export const BLOCKHASH_LIFE_BLOCKS = 150n

/**
 * The earliest possible height after which a payment can no longer land. Asks a node that has the block of its
 * blockhash: another node would name a height too low. Throws `RpcUnreachableError` when no such node answers.
 */
export async function readLastHeight(rpc: SvmRpc, { network, nonce }: Authorization): Promise<bigint> {
  const [, blockhash = ''] = nonce.split(':')
  const commitment = 'confirmed' as const
  const { context, value } = await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send() // Read from the message.
  if (!value) throw new RpcUnreachableError(network, { cause: new Error('The node does not know the blockhash.') })
  const height = await rpc.getBlockHeight({ commitment, minContextSlot: context.slot }).send()
  return height + BLOCKHASH_LIFE_BLOCKS
}
