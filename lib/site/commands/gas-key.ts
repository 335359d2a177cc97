import { makeGasKey } from '@/lib/base/chains/facilitator/make-gas-key'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { CommandInput } from './read-command'

/** Prints a new key as a line of the environment, and the address to send the network's coin to. */
export async function gasKeyCommand({ words: [family = ''] }: CommandInput): Promise<void> {
  if (family !== 'evm' && family !== 'svm' && family !== 'avm')
    throw new DomainError('USAGE', `"${family}" is no family of networks: take evm, svm (Solana) or avm (Algorand).`)
  const { key, address } = makeGasKey(family)
  console.log(`# Send coin for gas to ${address}\nFACILITATOR_KEYS=${key}`)
}
