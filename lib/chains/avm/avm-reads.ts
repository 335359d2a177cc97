import type { Algod } from './algod'

/** What an account holds of an asset, atomic units; zero when it has not opted in. */
export async function readAvmBalance(algod: Algod, assetId: string, owner: string): Promise<bigint> {
  const amount = await algod(async (client) => {
    const { assetHolding } = await client.accountAssetInformation(owner, BigInt(assetId))
    // A page of something else parses too, to an answer without fields.
    if (typeof assetHolding?.amount !== 'bigint') throw new Error('Expected the holding of an asset.')
    return assetHolding.amount
  })
  return amount ?? 0n
}
