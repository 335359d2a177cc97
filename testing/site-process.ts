import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { z } from 'zod'
import { startWorker } from '@/lib/compose/worker'
import type { Meter } from '@/lib/resource-server/meter'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { deadlyRpcUrl, die, type KillPoint, killPoints } from './kill-points'
import { devnetEnv, serveTestSite } from './serve-test-site'

/**
 * A whole site in a process of its own, with its worker, or one that ends itself at one moment of a payment (KILL_AT).
 * Prints its origin as JSON.
 */
const env = z
  .object({
    DATABASE_URL: z.string(),
    PUBLIC_ORIGIN: z.string().url(),
    EVM_RPC_URL: z.string().url(),
    SVM_RPC_URL: z.string().url(),
    EVM_GAS_KEY: z.string(),
    SVM_GAS_KEY: z.string(),
    PAY_TO_EVM: z.string(),
    KILL_AT: z.string().optional(),
  })
  .parse(process.env)

async function open(): Promise<void> {
  const evmRpcUrl = await deadlyRpcUrl(env.EVM_RPC_URL, env.KILL_AT)
  const gas = { evm: env.EVM_GAS_KEY as Hex, svm: env.SVM_GAS_KEY } // The test's own keys.
  const option = { network: BASE_SEPOLIA, payTo: env.PAY_TO_EVM, maxTimeoutSeconds: 30 } as const
  const site = await serveTestSite({
    env: {
      ...(await devnetEnv({ evmRpcUrl, svmRpcUrl: env.SVM_RPC_URL }, gas)),
      DATABASE_URL: env.DATABASE_URL,
      PUBLIC_ORIGIN: env.PUBLIC_ORIGIN,
    },
    routes: {
      'GET /exact': {
        config: { accepts: { ...option, scheme: 'exact', price: '$0.001' } },
        handler: () => (env.KILL_AT === 'handler' ? die() : Response.json({ content: 'exact' })),
      },
      'GET /first': {
        config: { accepts: { ...option, scheme: 'exact', price: '$0.001' }, settle: 'before' },
        handler: () => (env.KILL_AT === 'handler' ? die() : Response.json({ content: 'first' })),
      },
      'GET /stream': {
        config: { accepts: { ...option, scheme: 'upto', price: '$0.10' }, isStreaming: true },
        handler: (_request, { meter }) => new Response(endlessWords(meter)),
      },
      'GET /channel': {
        config: { accepts: { ...option, scheme: 'batch-settlement', price: '$0.001' } },
        handler: () => (env.KILL_AT === 'handler' ? die() : Response.json({ content: 'channel' })),
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
  // Without its worker, so that only the one payment brings it to its end.
  if (env.KILL_AT) killPoints[env.KILL_AT as KillPoint](site.application)
  else {
    const worker = await startWorker(site.application)
    process.once('SIGTERM', () => void worker.stop({ limitMs: 60_000, answered: Promise.resolve() }))
  }
  console.log(JSON.stringify({ origin: site.origin }))
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

void open()
