import type { Address, PublicClient } from 'viem'
import { readEvm } from './evm-client'

/** True if the address has code, a delegation (EIP-7702) included. Throws `RpcUnreachableError`. */
export async function hasCode(client: PublicClient, network: string, address: string): Promise<boolean> {
  const code = await readEvm(network, () => client.getCode({ address: address as Address })) // viem refuses invalid addresses.
  return code !== undefined && code !== '0x'
}
