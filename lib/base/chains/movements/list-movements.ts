import { type Family, familyOf } from '@/lib/base/x402/networks'
import type { NetworkAccess } from '../network-access'
import { readSvmTransfers } from '../transfers/read-svm-transfers'
import { listEvmMovements, readEvmFacts } from './list-evm-movements'
import { listSvmMovements } from './list-svm-movements'
import type { Movement, MovementFacts, MovementSearch } from './movement'

/**
 * Lists transfers to our payees and actions of our gas wallets on a network since then; null for a network that is not
 * searched. Throws `RpcUnreachableError`.
 */
export async function listMovements(
  access: Pick<NetworkAccess, 'evmClient' | 'svmRpc'>,
  search: MovementSearch,
): Promise<Movement[] | null> {
  const { network } = search
  const families: Record<Family, () => Promise<Movement[]> | null> = {
    evm: () => listEvmMovements(access.evmClient(network), search),
    svm: () => listSvmMovements(access.svmRpc(network), search),
    avm: () => null,
  }
  const family = familyOf(network)
  return family && families[family]()
}

/** Finds the time and sender of a movement. Throws `RpcUnreachableError`. */
export async function readMovementFacts(
  access: Pick<NetworkAccess, 'evmClient' | 'svmRpc'>,
  movement: Movement,
  gasWallets: readonly string[],
): Promise<MovementFacts> {
  const { network, transaction, asset } = movement
  if (familyOf(network) === 'evm') return readEvmFacts(access.evmClient(network), movement, gasWallets)
  const wanted = { transaction, asset: asset ?? '', confirmations: 1 }
  const reading = await readSvmTransfers(access.svmRpc(network), wanted)
  return { at: reading.state === 'landed' ? reading.at : new Date(0), isSentByUs: true }
}
