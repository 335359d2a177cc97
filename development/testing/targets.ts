import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createGasKeys } from './create-gas-keys'
import { type GasKeys, startTestSite, type TestRoute, type TestSite } from './open-test-site'
import { startScript } from './start-script'
import { countRuns, createStoppableWork, targetRoutes } from './target-routes'
import { createSharedDatabase, createTestDatabase, type TestDatabase } from './test-database'
import { type TestWorld, testWorld } from './test-world'

/** A server under attack: our site, or one that uses only the stock SDK. Both sell the same. */
export type Target = {
  origin: string
  /** The address that its routes pay. The stock server has its own: its payments may land after the test. */
  payTo: `0x${string}`
  runs: () => Promise<Record<string, number>>
  finish: () => Promise<void>
}

export type OurTarget = Target & { site: TestSite }

export type Targets = Awaited<ReturnType<typeof openTargets>>

type TargetOptions = { routes?: Record<string, TestRoute>; publicOrigin?: string; env?: Record<string, string> }

let sharedStock: Promise<Target> | undefined
let sharedSite: Promise<OurTarget> | undefined

/** Opens targets. What no other test file shares ends with `close`. */
export async function openTargets() {
  const world = testWorld()
  const payTo = newAddress()
  const sites: TestSite[] = []
  let own: Promise<[TestDatabase, GasKeys]> | undefined

  return {
    world,
    payTo,
    /** The stock server, which the test files of one worker share. */
    stock: (): Promise<Target> => (sharedStock ??= orAgain(startStock(world), () => (sharedStock = undefined))),
    /**
     * A site of ours, which the test files of one worker share, one after the other: they change nothing of it. With
     * options, even empty ones, a new one, over the file's own database.
     */
    async ours(options?: TargetOptions): Promise<OurTarget> {
      if (!options)
        return countedAnew(await (sharedSite ??= orAgain(openSharedSite(world), () => (sharedSite = undefined))))
      own ??= Promise.all([createTestDatabase(), createGasKeys(world)])
      const [{ url: databaseUrl }, gas] = await own
      const target = await openTarget({ databaseUrl, gas, payTo, ...options })
      sites.push(target.site)
      return target
    },
    async close() {
      await Promise.all(sites.map((site) => site.stop()))
      await (await own)?.[0].drop()
    },
  }
}

/** The next file of a worker tries again what has failed to start. */
function orAgain<T>(starting: Promise<T>, forget: () => void): Promise<T> {
  starting.catch(forget)
  return starting
}

/** Ends with the worker. */
async function openSharedSite(world: TestWorld): Promise<OurTarget> {
  const [databaseUrl, gas] = await Promise.all([createSharedDatabase(), createGasKeys(world)])
  return openTarget({ databaseUrl, gas, payTo: newAddress() })
}

async function openTarget({
  payTo,
  routes = {},
  ...options
}: TargetOptions & { databaseUrl: string; gas: GasKeys; payTo: `0x${string}` }): Promise<OurTarget> {
  const runs: Record<string, number> = {}
  const work = createStoppableWork()
  const counted = countRuns({ ...targetRoutes(payTo, work.hold), ...routes }, runs)
  const site = await startTestSite({ ...options, routes: counted })
  return { origin: site.origin, payTo, runs: async () => ({ ...runs }), finish: async () => work.finish(), site }
}

async function countedAnew(target: OurTarget): Promise<OurTarget> {
  const before = await target.runs()
  const runs = async () => {
    const now = await target.runs()
    const paths = Object.keys(now).filter((path) => now[path] !== before[path])
    return Object.fromEntries(paths.map((path) => [path, (now[path] ?? 0) - (before[path] ?? 0)]))
  }
  return { ...target, runs }
}

/** Ends when the worker does, with its standard input. */
async function startStock(world: TestWorld): Promise<Target> {
  const payTo = newAddress()
  const { evm } = await createGasKeys(world)
  const { line } = await startScript('development/testing/stock-server.ts', {
    EVM_RPC_URL: world.evmRpcUrl,
    EVM_GAS_KEY: evm,
    PAY_TO_EVM: payTo,
  })
  const origin = line.origin ?? ''
  const runs = async () => (await (await fetch(`${origin}/runs`)).json()) as Record<string, number>
  const finish = async () => void (await fetch(`${origin}/finish`, { method: 'POST' }))
  return { origin, payTo, runs, finish }
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
