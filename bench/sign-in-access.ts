import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openDatabase } from '@/lib/infra/database'
import { startDemoProcess } from '@/development/demo/demo-process'
import { recordPayment } from '@/testing/record-payment'
import { signInHeaders } from '@/testing/sign-in-buyer'
import { startScript } from '@/testing/start-script'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import type { ResourceUri } from '@/lib/x402/resource-uri'
import { processCpuMs } from './process-cpu'

/**
 * GETs granted to a wallet that signs in, each proof used once: the demo's /weather, built, over HTTP and durable,
 * beside @x402/express with the SDK's sign-in extension, which remembers in memory. Proofs are signed beforehand.
 * Run: node --import tsx bench/sign-in-access.ts
 */
const proofsPerRound = 500
const rounds = 5
const atOnce = 20
const budget = 3

type Target = { name: string; url: string; pid: number }

const key = generatePrivateKey()
const { address } = privateKeyToAccount(key)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Signs in `proofsPerRound` times and tells how many were granted per second, and what each cost the server. */
async function measure({ url, pid }: Target): Promise<{ perSecond: number; cpuMs: number }> {
  const proofs: Record<string, string>[] = []
  for (let count = 0; count < proofsPerRound; count += 1) proofs.push(await signInHeaders(url, key))
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections: atOnce })
  const cpuBefore = processCpuMs(pid)
  const startedAt = performance.now()
  const buyers = Array.from({ length: atOnce }, async () => {
    for (let headers = proofs.pop(); headers; headers = proofs.pop()) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text.slice(0, 200)}`)
    }
  })
  await Promise.all(buyers)
  const seconds = (performance.now() - startedAt) / 1000
  const cpuMs = (processCpuMs(pid) - cpuBefore) / proofsPerRound
  await pool.close()
  return { perSecond: proofsPerRound / seconds, cpuMs }
}

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const demo = await startDemoProcess(folder)
const stock = await startScript('bench/servers/sign-in-express.ts', { PAID_ADDRESS: address })
const database = openDatabase(demo.databaseUrl)
try {
  await recordPayment(database, {
    network: BASE_SEPOLIA,
    address,
    paymentId: null,
    resourceUri: `${demo.origin}/weather` as ResourceUri, // As the route has it.
    expiresAt: null,
  })
  const targets: Target[] = [
    { name: '@x402/express, in memory', url: `${stock.line.origin}/paid`, pid: stock.pid },
    { name: 'ours, durable: GET /weather', url: `${demo.origin}/weather`, pid: demo.pids.site },
  ]
  for (const target of targets) await measure(target)
  const results = targets.map((): { perSecond: number; cpuMs: number }[] => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = [...targets.entries()]
    for (const [index, target] of round % 2 === 0 ? order : order.toReversed()) {
      results[index]?.push(await measure(target))
    }
  }
  for (const [index, { name }] of targets.entries()) {
    const perSecond = median(results[index]?.map((one) => one.perSecond) ?? [])
    const cpuMs = median(results[index]?.map((one) => one.cpuMs) ?? [])
    console.log(`  ${name.padEnd(32)} ${perSecond.toFixed(0).padStart(6)}/s  ${cpuMs.toFixed(2)} ms of CPU each`)
  }
  const [first = [], second = []] = results
  const ratio = median(second.map((ours, round) => ours.perSecond / (first[round]?.perSecond ?? ours.perSecond)))
  console.log(`  ratio ours/stock, median of ${rounds} rounds: ${ratio.toFixed(2)} (budget ${budget})`)
} finally {
  await database.$disconnect()
  await stock.stop()
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
}
