import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { Site } from '../demo/start-site'
import { pauseChain, pendingTransactions } from '../devnet/evm/pause-chain'
import type { Payers } from './use-site'

/** How long an instance answers after it was told to end. Busy machines need seconds for the four requests in it. */
export const SHUTDOWN_DELAY_SECONDS = 15

const PATIENCE_MS = 60_000

type InUse = { instance: { origin: string; site: Site }; name: string; payer: Payers; evmRpcUrl: string }

/**
 * Tells an instance to end by SIGTERM while a payment waits for its block. It must say so at /readyz and keep
 * answering, deliver that payment, close its port, and end with code 0. Fails with SITE_FAILED and what it did.
 */
export async function endInUse({ instance: { origin, site }, name, payer, evmRpcUrl }: InUse): Promise<void> {
  const require = (isSo: boolean, what: string) => {
    if (!isSo) throw new DomainError('SITE_FAILED', `${name}, told to end: ${what}.`)
  }
  const statusOf = async (path: string) => {
    try {
      return (await fetch(`${origin}${path}`)).status
    } catch {
      // The port is closed.
      return 0
    }
  }
  const becomes = async (what: string, holds: () => Promise<boolean>) => {
    const deadline = Date.now() + PATIENCE_MS
    while (!(await holds())) {
      require(Date.now() < deadline, `within ${PATIENCE_MS / 1000} s, ${what}`)
      await sleep(20)
    }
  }
  const resumeChain = await pauseChain(evmRpcUrl)
  const paid = answerOf(payer.evm.fetch(`${origin}/weather?city=Lisbon`))
  try {
    await becomes('the payment was not sent to the chain', async () => (await pendingTransactions(evmRpcUrl)) > 0)
    process.kill(site.pid, 'SIGTERM')
    await becomes('it did not say 503 at /readyz', async () => (await statusOf('/readyz')) === 503)
    for (const [path, wanted] of [
      ['/weather', 402],
      ['/', 200],
    ] as const) {
      const status = await statusOf(path)
      require(status === wanted, `during its delay, ${path} was answered ${status || 'by nothing'}, not ${wanted}`)
    }
    await becomes('its port stayed open', async () => (await statusOf('/healthz')) === 0)
  } finally {
    await resumeChain()
  }
  const answer = await paid
  require(answer === '200', `the payment under way was answered ${answer}`)
  const how = await site.died
  require(how === 'code 0', `it ended with ${how}`)
  console.log(`${name}: told to end, said 503 at /readyz, delivered the payment under way, ended with code 0.`)
}

/** Its status, with the body of a failure; or why there is none. Never rejects: it is awaited late. */
async function answerOf(fetched: Promise<Response>): Promise<string> {
  try {
    const answer = await fetched
    const text = await answer.text()
    return answer.ok ? String(answer.status) : `${answer.status}: ${text.slice(0, 500)}`
  } catch (error) {
    const { message, cause } = error as Error // fetch documents both.
    return `by nothing (${message}${cause instanceof Error ? `: ${cause.message}` : ''})`
  }
}
