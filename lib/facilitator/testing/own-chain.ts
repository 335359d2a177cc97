import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http, publicActions } from 'viem'
import { baseSepolia } from 'viem/chains'
import { afterAll, afterEach } from 'vitest'
import { startAnvil } from '@/development/devnet/evm/start-anvil'
import { usdcBalance } from '@/development/devnet/testing/evm-parties'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { startFaultyRpc } from '@/development/testing/faulty-rpc'

/**
 * A facilitator on a chain of the test file's own, for tests that stop it, rewind it or raise its fees, and the RPC
 * that makes faults before that chain. Called at the top of the file.
 */
export async function openOwnChain() {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-chain-'))
  const anvil = await startAnvil({ dataDir: folder, port: 0, isDurable: false })
  const world = await openFacilitatorWorld({ evmRpcUrl: anvil.rpcUrl })
  const rpc = await openFaultyRpc(anvil.rpcUrl)
  afterAll(async () => {
    await world.close()
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    anvil,
    world,
    rpc,
    chain: createTestClient({ mode: 'anvil', chain: baseSepolia, transport: http(anvil.rpcUrl) }).extend(publicActions),
    paid: (payTo: string) => usdcBalance(anvil.rpcUrl, payTo as `0x${string}`),
  }
}

/** An RPC that makes faults before that node, until the tests of the file are over. */
export async function openFaultyRpc(url: string) {
  const rpc = await startFaultyRpc(url)
  afterEach(() => rpc.decide(() => 'pass'))
  afterAll(() => rpc.stop())
  return rpc
}
