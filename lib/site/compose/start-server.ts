import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { createOpenAnswers, type OpenAnswers } from '@/lib/base/http/open-answers'
import { setOwnServer } from '@/lib/base/http/own-server'
import { explainProblemsAt } from '@/lib/base/http/problem'
import { type Edge, openServer, serveRequests } from '@/lib/base/http/serve-requests'
import { openWalletServices } from '@/lib/base/http/wallet-services'
import { within } from '@/lib/base/infra/concurrency'
import { requireOwnTables } from '@/lib/base/infra/database'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { parseServerEnv } from '@/lib/base/infra/env'
import { createRedact, redactOutput, secretsOf } from '@/lib/base/infra/logger'
import { beginClosing, beginEnding } from '@/lib/base/infra/process'
import { VERSION } from '@/lib/base/infra/version'
import type { Application } from './application'
import { setRunning } from './running'
import type { Worker } from './worker'

/** Starts the server. If that fails, prints the reason in a sentence and ends, instead of answering errors. */
export async function startOrEnd(findAnswer: Edge['findAnswer']): Promise<void> {
  try {
    await start(findAnswer)
  } catch (error) {
    process.stderr.write(`${isDomainError(error) ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}

/** Opens the application, starts the jobs of every instance, and answers requests from then on. */
async function start(findAnswer: Edge['findAnswer']): Promise<void> {
  const env = parseServerEnv(process.env)
  redactOutput(createRedact(secretsOf(env)))
  explainProblemsAt(`${env.publicOrigin}/docs/errors`)
  if (env.site.walletConnectProjectId) openWalletServices()
  const answers = createOpenAnswers()
  const { buildApplication } = await import('./application')
  const { startWorker } = await import('./worker')
  const application = await buildApplication(process.env)
  const { products, mcp, operations } = application
  await requireOwnTables(application.database)
  setRunning({ ...products, mcp, operations, site: application })
  const worker = await startWorker(application)
  const stopTracing = await trace(application)
  endOnSignals({ application, answers, worker, stopTracing })
  answerRequests(application, answers, findAnswer)
}

/** From now on requests are answered. */
function answerRequests(application: Application, answers: OpenAnswers, findAnswer: Edge['findAnswer']): void {
  const { env, log, metrics, pace, instanceId } = application
  const { publicOrigin, trustedProxies } = env
  const tellStarted = () =>
    log.info({ version: VERSION, instanceId, publicOrigin, networks: Object.keys(env.rpcUrls) }, 'started')
  openServer((server, framework) => {
    answers.watch(server)
    setOwnServer(server)
    if (server.listening) tellStarted()
    else server.once('listening', tellStarted)
    const edge = {
      publicOrigin,
      trustedProxies,
      log,
      answers,
      seen: metrics.countRequest,
      mayWrite: pace.stir,
      findAnswer,
    }
    return serveRequests(edge, framework)
  })
}

/** Starts tracing where an endpoint for it is configured. Returns what ends it. */
async function trace({ env, instanceId }: Application): Promise<(() => Promise<void>) | null> {
  if (!env.tracingEndpoint) return null
  const { startTracing } = await import('@/lib/base/infra/tracing')
  return startTracing({ endpoint: env.tracingEndpoint, instanceId })
}

/** One Ctrl-C may come twice, from the terminal and from npm: the first one counts. */
function endOnSignals(ends: Ends): void {
  let isTold = false
  const end = async (signal: NodeJS.Signals) => {
    if (isTold) return
    isTold = true
    const { log, instanceId } = ends.application
    log.info({ signal, instanceId }, 'stopping')
    const isDone = await endInOrder(ends, signal === 'SIGINT').catch((error: unknown) => {
      ends.application.log.fault('The end did not go well', error)
      return false
    })
    log.info({ instanceId, isDone }, 'stopped')
    process.exit(isDone ? 0 : 1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, (name) => void end(name))
}

type Ends = {
  application: Pick<Application, 'env' | 'log' | 'instanceId'>
  answers: OpenAnswers
  worker: Worker
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
async function endInOrder({ application, answers, worker, stopTracing }: Ends, isHurried: boolean) {
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
