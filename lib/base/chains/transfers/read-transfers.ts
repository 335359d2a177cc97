import { base58ByteLength } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { NetworkAccess } from '../network-access'
import { readEvmTransfers } from './read-evm-transfers'
import { readSvmTransfers } from './read-svm-transfers'
import type { TransferReading } from './transfer-reading'

export type WantedTransfers = { network: string; transaction: string; asset: string }

/** True if the text can be a transaction's id on that network, and the network's transfers can be read. */
export function isTransaction(network: string, text: string): boolean {
  const family = familyOf(network)
  if (family === 'evm') return /^0x[0-9a-fA-F]{64}$/.test(text)
  return family === 'svm' && base58ByteLength(text, 90) === 64
}

/**
 * Transfers of a token in one transaction, once it has its confirmations. Throws `RpcUnreachableError`, and for a
 * network whose transfers are not read.
 */
export function readTransfers(
  access: Pick<NetworkAccess, 'configOf' | 'evmClient' | 'svmRpc'>,
  wanted: WantedTransfers,
): Promise<TransferReading> {
  const { network } = wanted
  const { confirmations } = access.configOf(network)
  const family = familyOf(network)
  if (family === 'evm') return readEvmTransfers(access.evmClient(network), { ...wanted, confirmations })
  if (family === 'svm') return readSvmTransfers(access.svmRpc(network), { ...wanted, confirmations })
  throw new Error(`Expected an EVM or Solana network, got ${network}.`)
}
