import type { Address, PublicClient } from 'viem'
import { readEvm } from './evm-client'

/** Whether there is code at an address, a delegation included (EIP-7702). Throws `RpcUnreachableError`. */
export async function hasCode(client: PublicClient, network: string, address: string): Promise<boolean> {
  const code = await readEvm(network, () => client.getCode({ address: address as Address })) // viem refuses invalid addresses.
  return code !== undefined && code !== '0x'
}
