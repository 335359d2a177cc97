import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { type RunningScript, startScript } from './start-script'
import type { GasKeys, TestRoute, TestSite } from './start-test-site'
import { createStoppableWork } from './stoppable-work'
import { createTestDatabase, type TestDatabase } from './test-database'
import { type TestWorld, testWorld } from './test-world'

/** A server under attack: our site, or one made of the stock SDK. Both sell the same. */
export type Target = {
  origin: string
  /** The address that its routes pay. The stock server has an address of its own: its payments may land after the test. */
  payTo: `0x${string}`
  /** How often a handler ran, by path. */
  runs: () => Promise<Record<string, number>>
  /** Lets what `/slow?held` works on come to its end. */
  finish: () => Promise<void>
}

export type OurTarget = Target & { site: TestSite }

/** The chain and the servers that one invariant's test needs. */
export type Targets = {
  world: TestWorld
  payTo: `0x${string}`
  /** The stock server, started once. */
  stock: () => Promise<Target>
  /** A site of ours over one database; modules mocked before this call are in force in it. */
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
      const { createGasKeys } = await import('./start-test-site')
      const keys = await createGasKeys(world)
      stockServer ??= startScript('testing/stock-server.ts', {
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
      const { createGasKeys, startTestSite } = await import('./start-test-site')
      gas ??= await createGasKeys(world)
      const runs: Record<string, number> = {}
      const work = createStoppableWork()
      const counted = countRuns({ ...stockRoutes(payTo, work.hold), ...routes }, runs)
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

/** What the stock server sells too: see testing/stock-server.ts. */
function stockRoutes(payTo: string, hold: () => Promise<void>): Record<string, TestRoute> {
  const exact = (price: string) => ({ scheme: 'exact', price, network: BASE_SEPOLIA, payTo }) as const
  const signIn = { 'sign-in-with-x': { statement: 'Sign in to a test site' } }
  const say = (content: string) => () =>
    Response.json({ content }, { headers: { 'Cache-Control': 'public, s-maxage=600' } })
  return {
    'GET /cheap': { config: { accepts: exact('$0.001'), extensions: signIn }, handler: say('/cheap') },
    'GET /dear': { config: { accepts: exact('$100'), extensions: signIn }, handler: say('/dear') },
    'GET /slow': {
      config: { accepts: exact('$0.001') },
      handler: async (request) => {
        if (new URL(request.url).searchParams.has('held')) await hold()
        return say('/slow')()
      },
    },
    'GET /metered': {
      config: { accepts: { ...exact('$0.10'), scheme: 'upto' } },
      handler: (request, { meter }) => {
        meter.setAmount(new URL(request.url).searchParams.get('amount') ?? '20000')
        return say('/metered')()
      },
    },
  }
}

function countRuns(routes: Record<string, TestRoute>, runs: Record<string, number>): Record<string, TestRoute> {
  const counted = Object.entries(routes).map(([key, { config, handler }]): [string, TestRoute] => {
    const path = key.slice(key.indexOf(' ') + 1)
    return [
      key,
      {
        config,
        handler: (request, context) => {
          runs[path] = (runs[path] ?? 0) + 1
          return handler(request, context)
        },
      },
    ]
  })
  return Object.fromEntries(counted)
}

/**
 * Sends the same request many times at once and counts the answers by status. With `isProven`, gives up open requests as
 * soon as that is true: the stock facilitator waits for good behind a nonce that it lost.
 */
export async function flood(
  copies: number,
  send: (copy: number, signal: AbortSignal) => Promise<Response>,
  isProven?: () => Promise<boolean>,
): Promise<{ grants: number; statuses: Record<number, number> }> {
  const statuses: Record<number, number> = {}
  const givenUp = new AbortController()
  const answered = Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const response = await send(copy, givenUp.signal)
      await response.text()
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
    }),
  )
  if (isProven) {
    const isAnswered = answered.then(() => true)
    while (!(await Promise.race([isAnswered, isProven()]))) await sleep(20)
    givenUp.abort()
  }
  await answered.catch((error: unknown) => {
    if (!givenUp.signal.aborted) throw error
  })
  return { grants: statuses[200] ?? 0, statuses }
}

const newAddress = () => privateKeyToAccount(generatePrivateKey()).address
