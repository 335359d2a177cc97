import { makeGasKey } from '@/lib/base/chains/facilitator/make-gas-key'
import { DomainError } from '@/lib/base/infra/domain-error'
import { gasVariable } from '@/lib/site/operations/doctor/check-gas'

const USAGE = `Usage: turnpike-site gas-key evm|svm|avm
Makes a key for a gas wallet on EVM networks, Solana or Algorand. Needs no settings.`

/** Prints a new key as a line of the environment, and the address to send the network's coin to. */
export async function gasKeyCommand([family, ...others]: string[]): Promise<void> {
  if ((family !== 'evm' && family !== 'svm' && family !== 'avm') || others.length > 0)
    throw new DomainError('USAGE', USAGE)
  const { key, address } = makeGasKey(family)
  console.log(`# Send coin for gas to ${address}\n${gasVariable(family)}=${key}`)
}
