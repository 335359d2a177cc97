import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '@/lib/infra/domain-error'
import type { Site } from '../demo/start-site'
import type { Payers } from './use-site'

/** How long an instance answers on after it was told to end. */
export const SHUTDOWN_DELAY_SECONDS = 3

const PATIENCE_MS = 30_000

type InUse = { instance: { origin: string; site: Site }; name: string; payer: Payers; evmRpcUrl: string }

/**
 * Tells an instance to end by SIGTERM while a payment waits for its block. It must say so at /readyz and go on answering,
 * deliver that payment, close its port, and end with code 0.
 */
export async function endInUse({ instance: { origin, site }, name, payer, evmRpcUrl }: InUse): Promise<void> {
  const require = (isSo: boolean, what: string) => {
    if (!isSo) throw new DomainError('SITE_FAILED', `${name}, told to end: ${what}.`)
  }
  const statusOf = (path: string) =>
    fetch(`${origin}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  await call(evmRpcUrl, 'evm_setAutomine', [false])
  const paid = payer.evm.fetch(`${origin}/weather?city=Lisbon`)
  try {
    await until(async () => (await countPending(evmRpcUrl)) > 0)
    process.kill(site.pid, 'SIGTERM')
    await until(async () => (await statusOf('/readyz')) === 503)
    require((await statusOf('/weather')) === 402, 'it asked for no payment during its delay')
    require((await statusOf('/')) === 200, 'it served no page during its delay')
    await until(async () => (await statusOf('/healthz')) === 0)
  } finally {
    await call(evmRpcUrl, 'evm_setAutomine', [true])
    await call(evmRpcUrl, 'evm_mine', [])
  }
  const { status } = await paid
  require(status === 200, `the payment under way was answered ${status}`)
  const how = await site.died
  require(how === 'code 0', `it ended with ${how}`)
  console.log(`${name}: told to end, said 503 at /readyz, delivered the payment under way, ended with code 0.`)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await holds())) {
    if (Date.now() > deadline) throw new DomainError('SITE_FAILED', 'What was waited for did not come.')
    await sleep(20)
  }
}

async function countPending(rpcUrl: string): Promise<number> {
  const { pending } = (await call(rpcUrl, 'txpool_status', [])) as { pending: string }
  return Number(pending)
}

async function call(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result?: unknown }).result
}
