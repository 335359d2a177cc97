import { base58ByteLength } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { NetworkAccess } from '../network-access'
import { readEvmTransfers } from './read-evm-transfers'
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
