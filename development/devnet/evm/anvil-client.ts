import { createTestClient, http, publicActions } from 'viem'
import { baseSepolia } from 'viem/chains'

/** The operator's view of a local anvil: ordinary reads, and the anvil_* calls that change the chain from outside. */
export function createAnvilClient(rpcUrl: string) {
  // The saved state of a chain that has been used for hours is larger than viem's limit for answers.
  const transport = http(rpcUrl, { timeout: 10_000, retryCount: 0, maxResponseBodySize: false })
  return createTestClient({ mode: 'anvil', chain: baseSepolia, transport, pollingInterval: 50 }).extend(publicActions)
}

export type AnvilClient = ReturnType<typeof createAnvilClient>
