import { z } from 'zod'
import { startWorker } from '@/lib/site/compose/worker'
import { type KillPoint, killProcess, openCrashSite, openNodeWay } from './crash-site'

/**
 * A whole site in a separate process, with its worker, or one that kills itself at one moment of a payment (KILL_AT).
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
  const at = env.KILL_AT as KillPoint | undefined // The test's own.
  const node = await openNodeWay(env.EVM_RPC_URL, at, killProcess)
  const site = await openCrashSite({ ...env, EVM_RPC_URL: node.url }, at && { at, die: killProcess })
  // Without its worker, so that only the one payment reaches the kill point.
  if (!at) {
    const worker = await startWorker(site.application)
    process.once('SIGTERM', () => void worker.stop({ limitMs: 60_000, answered: Promise.resolve() }))
  }
  console.log(JSON.stringify({ origin: site.origin }))
}

void open()
