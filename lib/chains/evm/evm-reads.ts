import { getPermit2AllowanceReadParams } from '@x402/evm'
import { type Address, erc20Abi, type PublicClient } from 'viem'
import { readEvm } from './evm-client'

/** A wallet's balance of a token, atomic units. */
export function readErc20Balance(client: PublicClient, network: string, asset: string, owner: string): Promise<bigint> {
  return readEvm(network, () =>
    client.readContract({
      address: asset as Address, // viem refuses what is no address.
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner as Address],
    }),
  )
}

/** How much of a token Permit2 may move for a wallet, atomic units. */
export function readErc20Permit2Allowance(
  client: PublicClient,
  network: string,
  asset: string,
  owner: string,
): Promise<bigint> {
  const params = { tokenAddress: asset as Address, ownerAddress: owner as Address } // viem refuses what is no address.
  return readEvm(network, () => client.readContract(getPermit2AllowanceReadParams(params)))
}

/** Whether there is code at an address, a delegation included (EIP-7702). */
export async function hasCode(client: PublicClient, network: string, address: string): Promise<boolean> {
  const code = await readEvm(network, () => client.getCode({ address: address as Address })) // As above.
  return code !== undefined && code !== '0x'
}
