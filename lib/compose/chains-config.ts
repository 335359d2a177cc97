import type { ChainsConfig } from '@/lib/chains/config'
import type { ServerEnv } from '@/lib/infra/env'

/** The configured networks. Chains on this machine answer at once, so they are asked more often. */
export function toChainsConfig(env: ServerEnv): ChainsConfig {
  const networks = Object.entries(env.rpcUrls).map(([network, rpcUrls]) => {
    const isLocal = rpcUrls.every((url) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname))
    const confirmations = env.confirmations[network] ?? 1
    return [network, { rpcUrls, confirmations, ...(isLocal ? { pollingIntervalMs: 25 } : {}) }] as const
  })
  const isSettling = env.facilitatorUrls.length === 0
  return {
    networks: Object.fromEntries(networks),
    ...(isSettling ? { walletFactories: env.walletFactories } : {}),
  }
}
