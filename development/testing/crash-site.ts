import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { Meter } from '@/lib/gate/resource-server/meter'
import { startWorker } from '@/lib/site/compose/worker'
import { openDatabaseSwitch } from './database-switch'
import { type Die, type KillPoint, killPoints, openNodeWay } from './kill-points'
import { devnetEnv, serveTestSite, type TestSite } from './serve-test-site'
import type { SiteProcessEnv } from './site-process-env'

/** A whole site that sells in each way; with `death`, one that dies when a handler runs or a kill point is reached. */
export async function openCrashSite(env: SiteProcessEnv, death?: { at: KillPoint; die: Die }): Promise<TestSite> {
  const gas = { evm: env.EVM_GAS_KEY as Hex, svm: env.SVM_GAS_KEY } // The test's own keys.
  const option = { network: BASE_SEPOLIA, payTo: env.PAY_TO_EVM, maxTimeoutSeconds: 30 } as const
  const answer = (content: string) => (death?.at === 'handler' ? death.die() : Response.json({ content }))
  const site = await serveTestSite({
    env: {
      ...(await devnetEnv({ evmRpcUrl: env.EVM_RPC_URL, svmRpcUrl: env.SVM_RPC_URL }, gas)),
      DATABASE_URL: env.DATABASE_URL,
      PUBLIC_ORIGIN: env.PUBLIC_ORIGIN,
    },
    routes: {
      'GET /exact': {
        config: { accepts: { ...option, scheme: 'exact', price: '$0.001' } },
        handler: () => answer('exact'),
      },
      'GET /first': {
        config: { accepts: { ...option, scheme: 'exact', price: '$0.001' }, settle: 'before' },
        handler: () => answer('first'),
      },
      'GET /channel': {
        config: { accepts: { ...option, scheme: 'batch-settlement', price: '$0.001' } },
        handler: () => answer('channel'),
      },
      'GET /texts/[name]': {
        config: {
          accepts: { ...option, scheme: 'exact', price: '$0.05' },
          takesBudgets: true,
          isUnchanging: true,
          extensions: { 'sign-in-with-x': { statement: 'Read it again' } },
        },
        handler: () => answer('text'),
      },
      'GET /channel-stream': {
        config: { accepts: { ...option, scheme: 'batch-settlement', price: '$0.01' }, isStreaming: true },
        handler: (_request, { meter }) => new Response(endlessWords(meter)),
      },
      'GET /zero': {
        config: { accepts: { ...option, scheme: 'upto', price: '$0.001' } },
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
export async function openSurvivor(env: SiteProcessEnv): Promise<{ origin: string; stop: () => Promise<void> }> {
  const site = await openCrashSite(env)
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
export async function openVictim(
  env: SiteProcessEnv,
  at: KillPoint,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  let loseBuyers = async () => {}
  const database = await openDatabaseSwitch(env.DATABASE_URL)
  const die: Die = () => {
    database.silence()
    node.shut()
    void loseBuyers()
    return new Promise(() => {})
  }
  const node = await openNodeWay(env.EVM_RPC_URL, at, die)
  const site = await openCrashSite({ ...env, DATABASE_URL: database.url, EVM_RPC_URL: node.url }, { at, die })
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

/** A word every few milliseconds, each for $0.0001. */
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
