import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startDemoProcess } from '@/development/demo/demo-process'
import { startScript } from '@/testing/start-script'
import { processCpuMs } from './process-cpu'
import { startEmptyNext } from './servers/empty-next'

/**
 * Requests per second of the 402 challenge, with sign-in and bazaar, in one run:
 * the demo's /weather beside the one route of an empty Next.js app that answers the same bytes; then the gate behind
 * plain node:http with 1, 1,000 and 100,000 routes, beside @x402/hono and @x402/express with 1, 1,000 and 10,000.
 * Run: node --import tsx bench/challenge.ts
 */
const seconds = 2
const rounds = 5

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Target = { name: string; url: string; pid: number }

/** Rates of several addresses, taken in turn, so that a drift of the machine's speed meets them all. */
async function compare(targets: Target[]): Promise<number[]> {
  for (const { url } of targets) await load(url, 3)
  const rates = targets.map((): number[] => [])
  const cpus = targets.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    // Every other round in the other order: the second of a pair may find a warmer or a busier machine.
    const order = [...targets.entries()]
    for (const [index, { url, pid }] of round % 2 === 0 ? order : order.toReversed()) {
      const before = processCpuMs(pid)
      const { perSecond, total } = await load(url, seconds)
      rates[index]?.push(perSecond)
      cpus[index]?.push((processCpuMs(pid) - before) / total)
    }
  }
  for (const [index, { name }] of targets.entries()) {
    const perSecond = median(rates[index] ?? []).toFixed(0)
    const cpu = median(cpus[index] ?? []).toFixed(3)
    console.log(`  ${name.padEnd(40)} ${perSecond.padStart(6)}/s  ${cpu} ms of CPU each`)
  }
  const [first = []] = rates
  return rates.map((own) => median(own.map((rate, round) => rate / (first[round] ?? rate))))
}

async function load(url: string, duration: number): Promise<{ perSecond: number; total: number }> {
  const result = await autocannon({ url, connections: 20, duration })
  if (result.errors > 0 || result['2xx'] > 0) throw new Error(`${url}: expected 402 and nothing else.`)
  return { perSecond: result.requests.total / result.duration, total: result.requests.total }
}

async function compareInNext(): Promise<void> {
  const demo = await startDemoProcess(mkdtempSync(join(tmpdir(), 'turnpike-bench-')))
  const challenged = await fetch(`${demo.origin}/weather`)
  const empty = await startEmptyNext(challenged)
  try {
    const [, ratio = 0] = await compare([
      { name: 'route of an empty app, same bytes', url: empty.url, pid: empty.pid },
      { name: 'gate in Next.js: GET /weather', url: `${demo.origin}/weather`, pid: demo.pids.site },
    ])
    const characters = challenged.headers.get('payment-required')?.length
    console.log(`  ratio gate/empty, median of ${rounds} rounds: ${ratio.toFixed(2)} (budget 0.90)`)
    console.log(`  PAYMENT-REQUIRED has ${characters} characters\n`)
  } finally {
    await empty.stop()
    await demo.stop()
  }
}

async function compareByRoutes(file: string, counts: number[]): Promise<void> {
  const servers = await Promise.all(counts.map((count) => startScript(file, { ROUTES: String(count) })))
  try {
    const ratios = await compare(
      servers.map(({ line, pid }, index) => ({
        pid,
        name: `${file}, ${counts[index]} routes`,
        url: `${line.origin}/r/${(counts[index] ?? 1) - 1}`,
      })),
    )
    console.log(`  relative to one route: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}\n`)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

await compareInNext()
await compareByRoutes('bench/servers/gate.ts', [1, 1_000, 100_000])
await compareByRoutes('bench/servers/hono.ts', [1, 1_000, 10_000])
await compareByRoutes('bench/servers/express.ts', [1, 1_000, 10_000])
