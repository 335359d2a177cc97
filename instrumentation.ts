/** Runs once when the server starts. A server that cannot start says why in a sentence and ends, instead of answering errors. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || process.env.NEXT_PHASE === 'phase-production-build') return
  const { isDomainError } = await import('./lib/infra/domain-error')
  try {
    await start()
  } catch (error) {
    const { inspect } = await import('node:util')
    process.stderr.write(`${isDomainError(error) ? error.message : inspect(error)}\n`)
    process.exit(1)
  }
}

/** Guards the server's edge and its answers, opens the application, starts the jobs that every instance does. */
async function start(): Promise<void> {
  const { parseServerEnv } = await import('./lib/infra/env')
  const { guardRequests } = await import('./lib/http/guard-requests')
  const { completeHeaders } = await import('./lib/http/complete-headers')
  const { joinWrites } = await import('./lib/http/join-writes')
  const { nameRequests } = await import('./lib/http/name-requests')
  const { rememberServer } = await import('./lib/http/own-server')
  const { watchRequests } = await import('./lib/http/watch-requests')
  const { createRedact, secretsOf } = await import('./lib/infra/log-redaction')
  const { redactOutput } = await import('./lib/infra/redact-output')
  const env = parseServerEnv(process.env)
  redactOutput(createRedact(secretsOf(env)))
  nameRequests(env)
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
