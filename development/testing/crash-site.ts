import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, type Sql } from '@/lib/base/infra/database'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { Meter } from '@/lib/gate/resource-server/meter'
import type { Application } from '@/lib/site/compose/application'
import { startWorker } from '@/lib/site/compose/worker'
import { createGasKeys } from './create-gas-keys'
import { openDatabaseSwitch } from './database-switch'
import { startFaultyRpc } from './faulty-rpc'
import { devnetEnv, type GasKeys, serveTestSite, type TestSite } from './serve-test-site'
import type { TestWorld } from './test-world'

/** A whole site that sells in each way; with `death`, one that dies when a handler runs or a kill point is reached. */
async function openCrashSite(world: CrashWorld, death?: { at: KillPoint; die: Die }): Promise<TestSite> {
  const option = { network: BASE_SEPOLIA, payTo: world.payTo, maxTimeoutSeconds: 30 } as const
  const exact = { ...option, scheme: 'exact', price: '$0.001' } as const
  const byChannel = { ...option, scheme: 'batch-settlement', price: '$0.001' } as const
  const handlerOf = (content: string) => () => (death?.at === 'handler' ? death.die() : Response.json({ content }))
  const site = await serveTestSite({
    env: {
      ...(await devnetEnv(world, world.gas)),
      DATABASE_URL: world.databaseUrl,
      PUBLIC_ORIGIN: 'http://site.test',
    },
    routes: {
      'GET /exact': { config: { accepts: exact }, handler: handlerOf('exact') },
      'GET /first': { config: { accepts: exact, settle: 'before' }, handler: handlerOf('first') },
      'GET /channel': { config: { accepts: byChannel }, handler: handlerOf('channel') },
      'GET /texts/[name]': {
        config: {
          accepts: { ...exact, price: '$0.05' },
          offersOnPages: true,
          isUnchanging: true,
          extensions: { 'sign-in-with-x': { statement: 'Read it again' } },
        },
        handler: handlerOf('text'),
      },
      'GET /channel-stream': {
        config: { accepts: { ...byChannel, price: '$0.01' }, isStreaming: true },
        handler: (_request, { meter }) => new Response(endlessWords(meter)),
      },
      'GET /zero': {
        config: { accepts: { ...exact, scheme: 'upto' } },
        handler: (_request, { meter }) => {
          meter.setAmount('0')
          return Response.json({ content: 'zero' })
        },
      },
    },
  })
  if (death) killPoints[death.at](site.application, death.die)
  return site
}

/** One over the same database that stays alive, with its worker. */
export async function openSurvivor(world: CrashWorld) {
  const site = await openCrashSite(world)
  const worker = await startWorker(site.application)
  return {
    origin: site.origin,
    stop: async () => {
      await worker.stop({ limitMs: 10_000, answered: Promise.resolve() })
      await site.stop()
    },
  }
}

/**
 * A site in this process, without a worker, that at one moment of a payment is lost as a killed one is: it loses its
 * database, its node and its buyers at once, and nothing that it still tries reaches them.
 */
export async function openVictim(world: CrashWorld, at: KillPoint) {
  let loseBuyers = async () => {}
  const database = await openDatabaseSwitch(world.databaseUrl)
  const die: Die = () => {
    database.silence()
    node.shut()
    void loseBuyers()
    return new Promise(() => {})
  }
  const node = await openNodeWay(world.evmRpcUrl, at, die)
  const site = await openCrashSite({ ...world, databaseUrl: database.url, evmRpcUrl: node.url }, { at, die })
  loseBuyers = site.stop
  return {
    origin: site.origin,
    stop: async () => {
      await site.stop()
      await node.stop()
      await database.close()
    },
  }
}

function endlessWords(meter: Meter): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        await sleep(5)
        meter.charge('$0.0001')
        controller.enqueue(new TextEncoder().encode('word '))
      },
    },
    { highWaterMark: 0 },
  )
}

/** Ends the site at once, and never returns. */
type Die = () => Promise<never>

/** Moments in the life of a payment at which a test's site ends itself. */
const killPoints = {
  claimed: ({ gate }, die) => void (gate.facilitator.verify = die),
  // The route of that name does it.
  handler: () => {},
  'before settling': ({ gate }, die) => void (gate.facilitator.settle = die),
  settling: ({ gate }, die) => {
    gate.facilitator.settle = async (_payment, note) => {
      await note?.write()
      return die()
    }
  },
  'transaction stored': () => {},
  'transaction sent': () => {},
  'settlement known': (application, die) => onStatement(application, /SET status = 'settled'/, 'before', die),
  settled: (application, die) => onStatement(application, /SET status = 'settled'/, 'after', die),
  'answer sent': (application, die) => onStatement(application, /SET delivered_at = now\(\)/, 'before', die),
  'before charging': (application, die) => onStatement(application, /SET charged_atomic/, 'before', die),
  'step charged': (application, die) => onStatement(application, /charged_atomic \+ held\.step/, 'after', die),
  charged: (application, die) => onStatement(application, /SET charged_atomic/, 'after', die),
  'before spent at zero': (application, die) => onStatement(application, /SET status = 'spent_zero'/, 'before', die),
  'spent at zero': (application, die) => onStatement(application, /SET status = 'spent_zero'/, 'after', die),
  'unknown, and landed': (application, die) => {
    const { facilitator } = application.gate
    const settle = facilitator.settle
    facilitator.settle = async (...payment) => {
      await settle(...payment)
      return { kind: 'unknown', reason: 'timeout' }
    }
    onStatement(application, /SET status = 'unknown'/, 'after', die)
  },
  'unknown, and never sent': (application, die) => {
    application.gate.facilitator.settle = async () => ({ kind: 'unknown', reason: 'timeout' })
    onStatement(application, /SET status = 'unknown'/, 'after', die)
  },
} satisfies Record<string, (application: Application, die: Die) => void>

export type KillPoint = keyof typeof killPoints

/** A way to the node that ends the site at the sending of a transaction, and can be shut: its caller is dead. */
async function openNodeWay(rpcUrl: string, at: KillPoint, die: Die) {
  const node = await startFaultyRpc(rpcUrl)
  const shut = () => node.decide(() => 'hang')
  node.decide(({ method }) => {
    if (method !== 'eth_sendRawTransaction') return 'pass'
    if (at === 'transaction sent') return { change: die }
    if (at !== 'transaction stored') return 'pass'
    void die()
    return 'hang'
  })
  return { url: node.url, shut, stop: node.stop }
}

type When = 'before' | 'after'
type AnyFunction = (...args: unknown[]) => Promise<unknown>

/** Makes a site's gate do that too, before or after each such statement. */
export function onStatement({ gate }: Application, statement: RegExp, when: When, act: () => Promise<unknown>): void {
  const real = gate.database
  const deadly =
    (call: AnyFunction): AnyFunction =>
    async (...args) => {
      const [{ text }] = args as [Sql]
      const isMeant = statement.test(text)
      if (isMeant && when === 'before') await act()
      const answer = await call(...args)
      if (isMeant && when === 'after') await act()
      return answer
    }
  gate.database = new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const bound = value.bind(target) as AnyFunction
      return ['execute', 'rows', 'row'].includes(String(name)) ? deadly(bound) : bound
    },
  }) as Database
}

/** Shared by the sites of a test: a database with its own gas wallets, the chains, and the payTo of the routes. */
export type CrashWorld = { databaseUrl: string; evmRpcUrl: string; svmRpcUrl: string; gas: GasKeys; payTo: string }

export const openCrashWorld = async (
  world: TestWorld,
  given: Pick<CrashWorld, 'databaseUrl' | 'payTo'>,
): Promise<CrashWorld> => ({ ...world, ...given, gas: await createGasKeys(world) })
