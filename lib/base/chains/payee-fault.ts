import type { Address } from '@solana/kit'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { type Address as EvmAddress, parseAbi } from 'viem'
import { familyOf } from '@/lib/base/x402/networks'
import { isRpcUnreachable } from './errors'
import { readEvm } from './evm/evm-client'
import type { NetworkAccess } from './network-access'
import { associatedTokenAddress } from './svm/associated-token'
import { TOKEN_2022_PROGRAM_ADDRESS } from './svm/svm-payment'

/**
 * Reason why no payment in an asset can reach an address. `no_account`: it has no account of the token on Solana, or
 * has not opted in to it on Algorand; its owner can change that. `blocked`: the token's issuer has blocked it.
 */
export type PayeeFault = 'no_account' | 'blocked'

export type Payee = { network: string; asset: string; payTo: string }

/** Asks the chain whether a payee can be paid; null when it can. Throws `RpcUnreachableError`. */
export async function readPayeeFault(access: NetworkAccess, payee: Payee): Promise<PayeeFault | null> {
  const family = familyOf(payee.network)
  return family && families[family](access, payee)
}

const families = { evm: readEvmFault, svm: readSvmFault, avm: readAvmFault }

const blacklistAbi = parseAbi(['function isBlacklisted(address account) view returns (bool)'])

/** Asks USDC's blacklist; a token without one refuses the question. */
async function readEvmFault(access: NetworkAccess, { network, asset, payTo }: Payee): Promise<PayeeFault | null> {
  const question = { address: asset as EvmAddress, abi: blacklistAbi, functionName: 'isBlacklisted' } as const
  const args = [payTo as EvmAddress] as const // Addresses of our own terms.
  try {
    const client = access.evmClient(network)
    return (await readEvm(network, () => client.readContract({ ...question, args }))) ? 'blocked' : null
  } catch (error) {
    if (isRpcUnreachable(error)) throw error
    return null
  }
}

/** Position of the state in a token account's data, and the value of a frozen account. */
const STATE_OFFSET = 108
const FROZEN = 2

async function readSvmFault(access: NetworkAccess, { network, asset, payTo }: Payee): Promise<PayeeFault | null> {
  const accounts = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS].map((program) =>
    associatedTokenAddress(payTo as Address, asset as Address, program),
  )
  const options = { encoding: 'base64', commitment: 'confirmed' } as const
  const { value } = await access.svmRpc(network).getMultipleAccounts(accounts, options).send()
  const found = value.find((account) => account !== null)
  if (!found) return 'no_account'
  return Buffer.from(found.data[0], 'base64')[STATE_OFFSET] === FROZEN ? 'blocked' : null
}

async function readAvmFault(access: NetworkAccess, { network, asset, payTo }: Payee): Promise<PayeeFault | null> {
  const found = await access.algod(network)((client) => client.accountAssetInformation(payTo, BigInt(asset)))
  if (!found?.assetHolding) return 'no_account'
  return found.assetHolding.isFrozen ? 'blocked' : null
}
