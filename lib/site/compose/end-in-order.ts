import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenAnswers } from '@/lib/base/http/open-answers'
import { beginClosing, beginEnding } from '@/lib/base/infra/ending'
import { within } from '@/lib/base/infra/within'
import type { Application } from './application'
import type { Worker } from './worker'

export type Ends = {
  application: Pick<Application, 'env' | 'log' | 'instanceId'>
  answers: OpenAnswers
  worker: Worker
  /** Sends the last spans, where there are any. */
  stopTracing: (() => Promise<void>) | null
}

/** Whatever stops this process must wait for longer than this and the delay together. */
const LIMIT_MS = 60_000

/**
 * Ends a server in order. First /readyz refuses new requests while it still answers, for the delay; then it accepts no
 * new connection, ends streams, which are charged for the part that was sent, and waits for everything it owes:
 * answers, payments, webhooks. After the limit, work left to another instance is logged. Returns whether all was done.
 * @param isHurried skips the delay, for someone at a terminal
 */
export async function endInOrder({ application, answers, worker, stopTracing }: Ends, isHurried: boolean) {
  const { env, log } = application
  beginEnding()
  if (!isHurried) await sleep(env.shutdownDelaySeconds * 1_000)
  const isDone = await within(LIMIT_MS, endAll())
  if (!isDone)
    log.error({ openAnswers: answers.count() }, 'Ended before all was done; other instances take payments over')
  return isDone === true

  async function endAll(): Promise<boolean> {
    beginClosing()
    await answers.close()
    await worker.stop({ limitMs: LIMIT_MS, answered: answers.answered() })
    await stopTracing?.()
    return true
  }
}
