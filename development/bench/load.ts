import '@/lib/base/infra/node-dispatcher'
import autocannon from 'autocannon'
import { Agent, errors, request } from 'undici'

export type LoadResult = { perSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** Runs every task, `inFlight` at a time, and measures them: the rate counts successes, as each task reports. */
export async function runLoad(tasks: (() => Promise<boolean>)[], inFlight: number): Promise<LoadResult> {
  let next = 0
  const latencies: number[] = []
  let failures = 0
  const work = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) {
      const startedAt = performance.now()
      const hasSucceeded = await task().catch(() => false)
      latencies.push(performance.now() - startedAt)
      if (!hasSucceeded) failures += 1
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: inFlight }, work))
  const seconds = (performance.now() - startedAt) / 1_000
  const count = latencies.length
  latencies.sort((a, b) => a - b)
  const quantile = (share: number) => latencies[Math.floor(count * share)] ?? 0
  return { perSecond: (count - failures) / seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99), failures }
}

/** Sends a request; returns the status and the body. */
export type SendRequest = (
  url: string,
  init: { method?: 'GET' | 'POST'; headers: Record<string, string>; body?: string },
) => Promise<{ status: number; text: string }>

const PATIENCE_MS = 20_000

/**
 * Runs tasks over HTTP with their own connections, `inFlight` at a time. A server that leaves one request without an
 * answer for twenty seconds, many times the longest ever measured, is stuck: all remaining tasks fail at once.
 */
export async function loadOverHttp<T>(
  inputs: readonly T[],
  inFlight: number,
  task: (send: SendRequest, input: T) => Promise<boolean>,
): Promise<LoadResult> {
  const dispatcher = new Agent({ connections: inFlight, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  let isStuck = false
  const send: SendRequest = async (url, init) => {
    if (isStuck) throw new Error('The server is stuck.')
    try {
      const { statusCode, body } = await request(url, { dispatcher, method: 'GET', ...init })
      return { status: statusCode, text: await body.text() }
    } catch (error) {
      isStuck ||= error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
      throw error
    }
  }
  try {
    return await runLoad(
      inputs.map((input) => () => task(send, input)),
      inFlight,
    )
  } finally {
    await dispatcher.destroy()
  }
}

/** 402 challenges per second; fails when anything else is answered. */
export async function loadChallenge(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: seconds, timeout: 300 })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || statuses.some((status) => status !== '402')) {
    throw new Error(`${url}: expected 402 and nothing else; got ${statuses.join(', ')}, ${result.errors} errors.`)
  }
  return result.requests.total / result.duration
}
