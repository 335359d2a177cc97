import { inspect } from 'node:util'
import { answerAway } from './lib/http/answer-away'
import { completeHeaders } from './lib/http/complete-headers'
import { guardRequests } from './lib/http/guard-requests'
import { joinWrites } from './lib/http/join-writes'
import { nameRequests } from './lib/http/name-requests'
import { rememberServer } from './lib/http/own-server'
import { watchRequests } from './lib/http/watch-requests'
import { isDomainError } from './lib/infra/domain-error'
import { parseServerEnv } from './lib/infra/env'
import { createRedact, secretsOf } from './lib/infra/log-redaction'
import { redactOutput } from './lib/infra/redact-output'

/** Starts the server. One that cannot start says why in a sentence and ends, instead of answering errors. */
export async function startOrEnd(): Promise<void> {
  try {
    await start()
  } catch (error) {
    process.stderr.write(`${isDomainError(error) ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}

/** Guards the server's edge and its answers, opens the application, starts the jobs that every instance does. */
async function start(): Promise<void> {
  const env = parseServerEnv(process.env)
  redactOutput(createRedact(secretsOf(env)))
  nameRequests(env)
  answerAway()
  completeHeaders(env)
  guardRequests(env)
  joinWrites()
  rememberServer()
  const { application } = await import('./lib/compose/application')
  const { startWorker } = await import('./lib/compose/worker')
  const running = await application()
  watchRequests(running.metrics.countRequest)
  await startWorker(running)
  void running.operations.tellMissing()
  const { tracingEndpoint: endpoint } = running.env
  if (!endpoint) return
  const { startTracing } = await import('./lib/infra/tracing')
  const stopTracing = startTracing({ endpoint, instanceId: running.instanceId })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopTracing())
}
