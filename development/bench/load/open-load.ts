import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

export type Headers = Record<string, string>

export type Step = {
  /** Requests that were due in a second. */
  rate: number
  sent: number
  p50Ms: number
  p99Ms: number
  /** Answers by status; 0 for a connection that failed. */
  statuses: Record<string, number>
  /** Answers 429 and 503 without Retry-After. */
  silentRefusals: number
}

export type LoadOptions = {
  rate: number
  seconds: number
  /** Per caller. */
  connections?: number
  /** Whether all of them are opened before the first request, as a proxy keeps them. */
  areOpen?: boolean
}

const CALLERS = 40
/** Per caller. */
const CONNECTIONS = 8
const PATIENCE_MS = 30_000
const TICK_MS = 5

/**
 * Sends requests when they are due, whether or not earlier ones were answered, like many independent callers. Times
 * count from when a request was due, so that a server that stalls is not spared.
 */
export async function openLoad(
  url: string,
  { rate, seconds, connections = CONNECTIONS, areOpen = false }: LoadOptions,
  next: () => Headers,
): Promise<Step> {
  // Each caller has its own address: limits are per address.
  const agents = Array.from(
    { length: CALLERS },
    (_, index) => new Agent({ connections, connect: { localAddress: `127.0.3.${index + 1}` } as object }),
  )
  const count = Math.round(rate * seconds)
  // One caller after the other, so that the system's queue of new connections does not overflow.
  if (areOpen) for (const agent of agents) await openConnections(agent, url, connections)
  const times: number[] = []
  const step: Step = { rate, sent: count, p50Ms: 0, p99Ms: 0, statuses: {}, silentRefusals: 0 }
  const send = async (dueAt: number, index: number) => {
    const options = {
      dispatcher: agents[index % CALLERS] as Agent,
      headersTimeout: PATIENCE_MS,
      bodyTimeout: PATIENCE_MS,
    }
    const status = await request(url, { ...options, headers: next() }).then(
      async ({ statusCode, headers, body }) => {
        await body.dump()
        if ([429, 503].includes(statusCode) && headers['retry-after'] === undefined) step.silentRefusals += 1
        return statusCode
      },
      () => 0,
    )
    times.push(performance.now() - dueAt)
    step.statuses[status] = (step.statuses[status] ?? 0) + 1
  }
  const startedAt = performance.now()
  const sending: Promise<void>[] = []
  while (sending.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1_000) * rate))
    while (sending.length < due) sending.push(send(startedAt + (sending.length / rate) * 1_000, sending.length))
    await sleep(TICK_MS)
  }
  await Promise.all(sending)
  await Promise.all(agents.map((agent) => agent.close()))
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { ...step, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

/** Opens connections by sending that many requests at once. */
async function openConnections(dispatcher: Agent, url: string, count: number): Promise<void> {
  const open = async () => (await request(new URL('/healthz', url), { dispatcher })).body.dump()
  await Promise.all(Array.from({ length: count }, open))
}
