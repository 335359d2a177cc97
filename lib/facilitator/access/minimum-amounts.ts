import { assetOf } from '@/lib/base/chains/assets'
import type { ServerEnv } from '@/lib/base/infra/env'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { parseDollars } from '@/lib/base/x402/money'
import { isTestNetwork } from '@/lib/base/x402/networks'

type MinimumEnv = Pick<ServerEnv, 'facilitatorAssets'> & {
  facilitatorAccess: Pick<ServerEnv['facilitatorAccess'], 'minimum'>
}

type GateEnv = MinimumEnv & Pick<ServerEnv, 'facilitators'>

/**
 * Least amount that this site's own gate accepts for a payment that our facilitator settles: on networks of real money
 * the minimum of callers over HTTP; on test networks zero unless one is set for the network; zero too where other
 * facilitators settle.
 */
export function gateMinimumOf(env: GateEnv, network: string, address: string): bigint {
  const isSettledHere = env.facilitators.length === 0 || env.facilitators.some(({ place }) => place === 'own')
  if (!isSettledHere) return 0n
  const isSet = Object.hasOwn(env.facilitatorAccess.minimum.byNetwork, network)
  return isSet || !isTestNetwork(network) ? minimumAmountOf(env, network, address) : 0n
}

/** Least amount that a caller over HTTP may ask for, in atomic units; zero for an asset not settled here. */
export function minimumAmountOf(env: MinimumEnv, network: string, address: string): bigint {
  const { everywhere, byNetwork } = env.facilitatorAccess.minimum
  const stablecoin = assetOf(network)
  const known = [...(stablecoin ? [{ ...stablecoin, network }] : []), ...env.facilitatorAssets]
  const asset = known.find((one) => one.network === network && isSameAddress(network, one.address, address))
  return asset ? parseDollars(byNetwork[network] ?? everywhere, asset.decimals) : 0n
}
