import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { startDemoProcess } from '@/development/demo/demo-process'
import { startScript } from '@/testing/start-script'

/**
 * Requests per second of the 402 challenge, with sign-in and bazaar, in one run:
 * the demo's /weather beside a bare Next.js route that answers the same bytes; then the gate behind plain node:http
 * with 1, 1,000 and 100,000 routes, beside @x402/hono and @x402/express with 1, 1,000 and 10,000.
 * Run: node --import tsx bench/challenge.ts
 */
const seconds = 2
const rounds = 5

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Rates of several addresses, taken in turn, so that a drift of the machine's speed meets them all. */
async function compare(targets: { name: string; url: string }[]): Promise<number[]> {
  for (const { url } of targets) await load(url, 3)
  const rates = targets.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of targets.entries()) rates[index]?.push(await load(url, seconds))
  }
  for (const [index, { name }] of targets.entries()) {
    console.log(
      `  ${name.padEnd(40)} ${median(rates[index] ?? [])
        .toFixed(0)
        .padStart(6)}/s`,
    )
  }
  const [first = []] = rates
  return rates.map((own) => median(own.map((rate, round) => rate / (first[round] ?? rate))))
}

async function load(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration })
  if (result.errors > 0 || result['2xx'] > 0) throw new Error(`${url}: expected 402 and nothing else.`)
  return result.requests.total / result.duration
}

async function compareInNext(): Promise<void> {
  const demo = await startDemoProcess(mkdtempSync(join(tmpdir(), 'turnpike-bench-')))
  try {
    const [, ratio = 0] = await compare([
      { name: 'bare Next.js route, same bytes', url: `${demo.origin}/devnet/bare` },
      { name: 'gate in Next.js: GET /weather', url: `${demo.origin}/weather` },
    ])
    console.log(`  ratio gate/bare, median of ${rounds} rounds: ${ratio.toFixed(2)} (budget 0.90)\n`)
  } finally {
    await demo.stop()
  }
}

async function compareByRoutes(file: string, counts: number[]): Promise<void> {
  const servers = await Promise.all(counts.map((count) => startScript(file, { ROUTES: String(count) })))
  try {
    const ratios = await compare(
      servers.map(({ line }, index) => ({
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
