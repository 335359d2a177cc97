import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createGasKeys } from './create-gas-keys'
import { type RunningScript, startScript } from './start-script'
import type { GasKeys, TestRoute, TestSite } from './start-test-site'
import { createStoppableWork } from './stoppable-work'
import { countRuns, targetRoutes } from './target-routes'
import { createTestDatabase, type TestDatabase } from './test-database'
import { type TestWorld, testWorld } from './test-world'

/** A server under attack: our site, or one that uses only the stock SDK. Both sell the same. */
export type Target = {
  origin: string
  /** The address that its routes pay. The stock server has its own: its payments may land after the test. */
  payTo: `0x${string}`
  /** How often a handler ran, by path. */
  runs: () => Promise<Record<string, number>>
  /** Lets the work of `/slow?held` end. */
  finish: () => Promise<void>
}

export type OurTarget = Target & { site: TestSite }

export type Targets = {
  world: TestWorld
  payTo: `0x${string}`
  /** The stock server, started once. */
  stock: () => Promise<Target>
  /** A site of ours over one database; it uses modules that were mocked before this call. */
  ours: (options?: {
    routes?: Record<string, TestRoute>
    publicOrigin?: string
    env?: Record<string, string>
  }) => Promise<OurTarget>
  close: () => Promise<void>
}

/** Opens targets. Everything that it starts ends with `close`. */
export async function openTargets(): Promise<Targets> {
  const world = testWorld()
  const payTo = newAddress()
  const payToStock = newAddress()
  const testDatabase: TestDatabase = await createTestDatabase()
  const sites: TestSite[] = []
  let stockServer: Promise<RunningScript> | null = null
  let gas: GasKeys | null = null

  return {
    world,
    payTo,
    async stock() {
      const keys = await createGasKeys(world)
      stockServer ??= startScript('development/testing/stock-server.ts', {
        EVM_RPC_URL: world.evmRpcUrl,
        EVM_GAS_KEY: keys.evm,
        PAY_TO_EVM: payToStock,
      })
      const origin = (await stockServer).line.origin ?? ''
      const runs = async () => (await (await fetch(`${origin}/runs`)).json()) as Record<string, number>
      const finish = async () => void (await fetch(`${origin}/finish`, { method: 'POST' }))
      return { origin, payTo: payToStock, runs, finish }
    },
    async ours({ routes = {}, publicOrigin, env } = {}) {
      const { startTestSite } = await import('./start-test-site')
      gas ??= await createGasKeys(world)
      const runs: Record<string, number> = {}
      const work = createStoppableWork()
      const counted = countRuns({ ...targetRoutes(payTo, work.hold), ...routes }, runs)
      const site = await startTestSite({
        databaseUrl: testDatabase.url,
        gas,
        routes: counted,
        ...(publicOrigin ? { publicOrigin } : {}),
        ...(env ? { env } : {}),
      })
      sites.push(site)
      return { origin: site.origin, payTo, runs: async () => runs, finish: async () => work.finish(), site }
    },
    async close() {
      await Promise.all(sites.map((site) => site.stop()))
      await (await stockServer)?.stop()
      await testDatabase.drop()
    },
  }
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
