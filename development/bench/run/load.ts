import '@/lib/base/infra/node-dispatcher'
import { readdirSync, readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { Agent, errors, request } from 'undici'

export type LoadResult = { perSecond: number; p50Ms: number; p95Ms: number; p99Ms: number; failures: number }

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
  const [p50Ms, p95Ms, p99Ms] = [quantile(0.5), quantile(0.95), quantile(0.99)]
  return { perSecond: (count - failures) / seconds, p50Ms, p95Ms, p99Ms, failures }
}

/** Sends a request; returns the status and the body. */
export type Send = (
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
  task: (send: Send, input: T) => Promise<boolean>,
): Promise<LoadResult> {
  return withConnections(inFlight, (send) =>
    runLoad(
      inputs.map((input) => () => task(send, input)),
      inFlight,
    ),
  )
}

async function withConnections<T>(connections: number, work: (send: Send) => Promise<T>): Promise<T> {
  const dispatcher = new Agent({ connections, headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS })
  let isStuck = false
  const send: Send = async (url, init) => {
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
    return await work(send)
  } finally {
    await dispatcher.destroy()
  }
}

/** 402 challenges per second; fails when anything else is answered. */
export async function loadChallenge(url: string, seconds: number, connections = 20): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, timeout: 300 })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (result.errors > 0 || statuses.some((status) => status !== '402')) {
    throw new Error(`${url}: expected 402 and nothing else; got ${statuses.join(', ')}, ${result.errors} errors.`)
  }
  return result.requests.total / result.duration
}

/** Clock ticks of /proc/<pid>/stat per second; the kernel reports 100 to user space on every machine. */
const TICKS_PER_SECOND = 100

type Stat = { pid: number; parent: number; ticks: number }

/**
 * Milliseconds of CPU that a process and all its descendants have used, including those that have ended and been waited
 * for: these count in `cutime` and `cstime` of their parent.
 */
export function readCpuMs(pid: number): number {
  const stats = readAllStats()
  let ticks = 0
  const family = [pid]
  for (let next = family.pop(); next !== undefined; next = family.pop()) {
    for (const stat of stats) {
      if (stat.pid === next) ticks += stat.ticks
      if (stat.parent === next) family.push(stat.pid)
    }
  }
  return (ticks * 1_000) / TICKS_PER_SECOND
}

function readAllStats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
}

function readStat(pid: number): Stat | null {
  try {
    // The name in parentheses may contain anything; the third field follows it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
    const [parent = 0, used] = [fields[1], fields.slice(11, 15)]
    return { pid, parent, ticks: used.reduce((sum, part) => sum + part, 0) }
  } catch {
    return null // It has already ended.
  }
}

/** Resident memory of a process in megabytes, now and at its highest, as the kernel counts it. */
export type Memory = { resident: number; highest: number; own: number }

export function readMemory(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  return { resident: megabytes('VmRSS'), highest: megabytes('VmHWM'), own: megabytes('RssAnon') }
}
