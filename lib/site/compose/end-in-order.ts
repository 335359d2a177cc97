import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenAnswers } from '@/lib/base/http/open-answers'
import { beginClosing, beginEnding } from '@/lib/base/infra/ending'
import { within } from '@/lib/base/infra/within'
import type { Application } from './application'
import type { Worker } from './worker'

/** What ends with the process. */
export type Ends = {
  application: Pick<Application, 'env' | 'log'>
  answers: OpenAnswers
  worker: Worker
  /** Sends the last spans, where there are any. */
  stopTracing: (() => Promise<void>) | null
}

/**
 * Ends a server in order. It first says at /readyz that it wants no more requests and answers on for the delay, then
 * takes no new connection, ends streams, which are charged for what was sent, and waits for all that it owes: answers,
 * payments, webhooks. What another instance has to take over after the limit is logged. Returns whether all was done.
 * @param isHurried without the delay, as for somebody at a terminal
 */
export async function endInOrder({ application, answers, worker, stopTracing }: Ends, isHurried: boolean) {
  const { env, log } = application
  beginEnding()
  if (!isHurried) await sleep(env.shutdown.delaySeconds * 1_000)
  const limitMs = env.shutdown.limitSeconds * 1_000
  const isDone = await within(limitMs, endAll())
  if (!isDone)
    log.error({ openAnswers: answers.count() }, 'Ended before all was done; other instances take payments over')
  return isDone === true

  async function endAll(): Promise<boolean> {
    beginClosing()
    await answers.close()
    await worker.stop({ limitMs, answered: answers.answered() })
    await stopTracing?.()
    return true
  }
}
