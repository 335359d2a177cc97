import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createAnvilClient } from '@/development/devnet/evm/anvil-client'
import { type ContractName, placeContract } from '@/development/devnet/evm/contract-artifacts'
import { testWorld } from './test-world'

export async function placeTestContract(
  contract: ContractName,
  strings: Record<string, string> = {},
): Promise<Address> {
  const { address } = privateKeyToAccount(generatePrivateKey())
  await placeContract(createAnvilClient(testWorld().evmRpcUrl), { address, contract, strings })
  return address
}
