import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localAddresses } from '@/development/devnet/evm/canonical-addresses'
import { startDevnet } from '@/development/devnet/start-devnet'
import { type Chains, createChains } from '@/lib/base/chains/chains'
import type { NetworkConfig } from '@/lib/base/chains/config'
import { batchSettlement } from '@/lib/channels/chain/batch-settlement'

export type LocalChains = Awaited<ReturnType<typeof startLocalChains>>

/** The test file's own three local networks, so that it may move their clocks. */
export async function startLocalChains() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-chains-'))
  const devnet = await startDevnet({ dataDir: folder, ports: 'free', isDurable: false })
  /** Our view of the local networks, with a test's changes to each. */
  const chainsWith = (changes: Partial<NetworkConfig> = {}) => chainsAt(devnet.rpcUrls, changes)
  const stop = async () => {
    await devnet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { devnet, chainsWith, stop }
}

/** Our view of the local networks at those addresses. */
export function chainsAt(rpcUrls: Record<string, string>, changes: Partial<NetworkConfig> = {}): Chains {
  const configs = Object.entries(rpcUrls).map(([network, url]) => {
    const config = { rpcUrls: [url], confirmations: 1, rpcTimeoutMs: 20_000, pollingIntervalMs: 20, ...changes }
    return [network, config] as const
  })
  const networks = Object.fromEntries(configs)
  return createChains({ networks, walletFactories: [localAddresses.smartWalletFactory] }, [batchSettlement])
}
