import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { createHeldWork } from './held-work'
import { type RunningScript, startScript } from './start-script'
import type { GasKeys, ShopRoute, TestShop } from './start-shop'
import { createTestDatabase, type TestDatabase } from './test-database'
import { type TestWorld, testWorld } from './test-world'

/** A shop under attack: ours, or one made of the stock SDK. Both sell the same. */
export type Target = {
  origin: string
  /** Whom its routes pay. The stock shop has an address of its own: a payment of it may land after its test. */
  payTo: `0x${string}`
  /** How often a handler ran, by path. */
  runs: () => Promise<Record<string, number>>
  /** Lets what `/slow?held` works on come to its end. */
  finish: () => Promise<void>
}

export type OurTarget = Target & { shop: TestShop }

/** The chain and the shops that one invariant's test needs. */
export type Targets = {
  world: TestWorld
  payTo: `0x${string}`
  /** The stock shop, started once. */
  stock: () => Promise<Target>
  /** A site of ours over one database; modules mocked before this call are in force in it. */
  ours: (options?: {
    routes?: Record<string, ShopRoute>
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
  const shops: TestShop[] = []
  let stockShop: Promise<RunningScript> | null = null
  let gas: GasKeys | null = null

  return {
    world,
    payTo,
    async stock() {
      const { createGasKeys } = await import('./start-shop')
      const keys = await createGasKeys(world)
      stockShop ??= startScript('testing/stock-shop.ts', {
        EVM_RPC_URL: world.evmRpcUrl,
        EVM_GAS_KEY: keys.evm,
        PAY_TO_EVM: payToStock,
      })
      const origin = (await stockShop).line.origin ?? ''
      const runs = async () => (await (await fetch(`${origin}/runs`)).json()) as Record<string, number>
      const finish = async () => void (await fetch(`${origin}/finish`, { method: 'POST' }))
      return { origin, payTo: payToStock, runs, finish }
    },
    async ours({ routes = {}, publicOrigin, env } = {}) {
      const { createGasKeys, startShop } = await import('./start-shop')
      gas ??= await createGasKeys(world)
      const runs: Record<string, number> = {}
      const work = createHeldWork()
      const counted = countRuns({ ...wares(payTo, work.hold), ...routes }, runs)
      const shop = await startShop({
        databaseUrl: testDatabase.url,
        gas,
        routes: counted,
        ...(publicOrigin ? { publicOrigin } : {}),
        ...(env ? { env } : {}),
      })
      shops.push(shop)
      return { origin: shop.origin, payTo, runs: async () => runs, finish: async () => work.finish(), shop }
    },
    async close() {
      await Promise.all(shops.map((shop) => shop.stop()))
      await (await stockShop)?.stop()
      await testDatabase.drop()
    },
  }
}

/** What the stock shop sells too: see testing/stock-shop.ts. */
function wares(payTo: string, hold: () => Promise<void>): Record<string, ShopRoute> {
  const exact = (price: string) => ({ scheme: 'exact', price, network: BASE_SEPOLIA, payTo }) as const
  const signIn = { 'sign-in-with-x': { statement: 'Sign in to a shop of ours' } }
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

function countRuns(routes: Record<string, ShopRoute>, runs: Record<string, number>): Record<string, ShopRoute> {
  const counted = Object.entries(routes).map(([key, { config, handler }]): [string, ShopRoute] => {
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
 * Sends the same request many times at once and counts the answers by status. With `isProven`, gives up what is open as
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
