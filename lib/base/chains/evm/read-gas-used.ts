import { isHex } from 'viem'
import type { Chains } from '../chains'

/** Gas that a landed transaction used; null for a network that is not configured. */
export async function readGasUsed(
  chains: Pick<Chains, 'networks' | 'evmClient'>,
  network: string,
  transaction: string,
): Promise<bigint | null> {
  if (!chains.networks.includes(network) || !isHex(transaction)) return null
  return (await chains.evmClient(network).getTransactionReceipt({ hash: transaction })).gasUsed
}
