import { assetOf } from '@/lib/chains/assets'
import type { ServerEnv } from '@/lib/infra/env'
import { isSameAddress } from '@/lib/x402/addresses'
import { parseDollars } from '@/lib/x402/money'

type MinimumEnv = Pick<ServerEnv, 'facilitatorAssets'> & {
  facilitatorAccess: Pick<ServerEnv['facilitatorAccess'], 'minimum'>
}

/** The least that a caller over HTTP may ask for of an asset, atomic units; zero for one that is not settled here. */
export function minimumAmountOf(env: MinimumEnv, network: string, address: string): bigint {
  const { everywhere, byNetwork } = env.facilitatorAccess.minimum
  const stablecoin = assetOf(network)
  const known = [...(stablecoin ? [{ ...stablecoin, network }] : []), ...env.facilitatorAssets]
  const asset = known.find((one) => one.network === network && isSameAddress(network, one.address, address))
  return asset ? parseDollars(byNetwork[network] ?? everywhere, asset.decimals) : 0n
}
