import { type Address, createPublicClient, erc20Abi, http } from 'viem'
import { z } from 'zod'
import { assetOf } from '@/lib/base/chains/assets'
import { familyOf } from '@/lib/base/x402/networks'
import { readSvmBalance } from './read-svm-balance'

/** An address's balance of the network's stablecoin, in atomic units, read from its node. */
export async function readBalance(network: string, owner: string, rpcUrl: string): Promise<bigint> {
  const asset = assetOf(network)
  const family = familyOf(network)
  if (!asset || !family) throw new Error(`No asset is known on ${network}.`)
  return readers[family](asset.address, owner, rpcUrl)
}

const readers = { evm: readEvmBalance, svm: readSvmBalance, avm: readAvmBalance }

async function readEvmBalance(token: string, owner: string, rpcUrl: string): Promise<bigint> {
  const chain = createPublicClient({ transport: http(rpcUrl, { retryCount: 1 }) })
  const [address, account] = [token as Address, owner as Address] // Kept as addresses of this family.
  return chain.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
}

const holdingSchema = z.object({ 'asset-holding': z.object({ amount: z.number().int().nonnegative() }) })

async function readAvmBalance(assetId: string, owner: string, algodUrl: string): Promise<bigint> {
  const answer = await fetch(`${algodUrl.replace(/\/$/, '')}/v2/accounts/${owner}/assets/${assetId}`)
  // The account, or its opt-in to the asset, has not been created yet.
  if (answer.status === 404) return 0n
  if (!answer.ok) throw new Error(`The node answers ${answer.status}.`)
  return BigInt(holdingSchema.parse(await answer.json())['asset-holding'].amount)
}
