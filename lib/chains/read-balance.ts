import { familyOf } from '@/lib/x402/networks'
import { readAvmBalance } from './avm/avm-reads'
import type { NetworkAccess } from './chains'
import { readErc20Balance, readErc20Permit2Allowance } from './evm/evm-reads'
import { readSvmBalance } from './svm/svm-reads'

/** What a wallet holds of an asset, atomic units. Throws `RpcUnreachableError`. */
export async function readBalance(
  access: NetworkAccess,
  network: string,
  asset: string,
  owner: string,
): Promise<bigint> {
  switch (familyOf(network)) {
    case 'evm':
      return readErc20Balance(access.evmClient(network), network, asset, owner)
    case 'svm':
      return readSvmBalance(access.svmRpc(network), asset, owner)
    case 'avm':
      return readAvmBalance(access.algod(network), asset, owner)
    default:
      throw new Error(`Expected an EVM, Solana or Algorand network, got ${network}.`)
  }
}

/** How much of a token Permit2 may move for a wallet, atomic units; EVM alone. Throws `RpcUnreachableError`. */
export function readPermit2Allowance(
  access: NetworkAccess,
  network: string,
  asset: string,
  owner: string,
): Promise<bigint> {
  return readErc20Permit2Allowance(access.evmClient(network), network, asset, owner)
}
