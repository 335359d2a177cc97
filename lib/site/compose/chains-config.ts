import type { ChainsConfig } from '@/lib/base/chains/config'
import type { ServerEnv } from '@/lib/base/infra/env'
import { type Family, familyOf, isTestNetwork } from '@/lib/base/x402/networks'

/** Where gas costs real money a day has a limit, generous for a small site: a tenth of a coin on EVM, one SOL, a hundred ALGO. */
const dailyBudgets: Record<Family, bigint> = {
  evm: 100_000_000_000_000_000n,
  svm: 1_000_000_000n,
  avm: 100_000_000n,
}

/** On test networks a day has a limit only when one is set. */
function defaultBudget(network: string): { dailyBudget?: bigint } {
  const family = familyOf(network)
  return family && !isTestNetwork(network) ? { dailyBudget: dailyBudgets[family] } : {}
}

/** The configured networks. Chains on this machine answer at once, so they are asked more often. */
export function toChainsConfig(
  env: Pick<ServerEnv, 'rpcUrls' | 'confirmations' | 'gas' | 'indexerUrls' | 'facilitators' | 'walletFactories'>,
): ChainsConfig {
  const networks = Object.entries(env.rpcUrls).map(([network, rpcUrls]) => {
    const isLocal = rpcUrls.every((url) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname))
    const confirmations = env.confirmations[network] ?? 1
    const gas = { ...defaultBudget(network), ...env.gas[network] }
    const indexerUrl = env.indexerUrls[network]
    const extra = { ...(isLocal ? { pollingIntervalMs: 25 } : {}), ...(indexerUrl ? { indexerUrl } : {}) }
    return [network, { rpcUrls, confirmations, gas, ...extra }] as const
  })
  const isSettling = env.facilitators.length === 0 || env.facilitators.some(({ place }) => place === 'own')
  return {
    networks: Object.fromEntries(networks),
    ...(isSettling ? { walletFactories: env.walletFactories } : {}),
  }
}
