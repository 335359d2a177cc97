import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { PaymentRequired } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startDemoProcess } from '@/development/demo/demo-process'
import { createStockBuyer } from '@/testing/stock-buyer'
import { encodeHeader } from '@/lib/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { type LoadResult, runLoad } from './facilitator/run-load'
import { type Activity, sampleActivity } from './sample-activity'

/**
 * Many buyers of one route over HTTP on the built site, at first and again with past sales of that route in the
 * catalog: rate, latency, and what the database's connections were doing.
 * Run: node --import tsx bench/one-popular-route.ts [--buyers 20] [--payments 400] [--past 100000]
 */
const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '20' },
    payments: { type: 'string', default: '400' },
    past: { type: 'string', default: '100000' },
  },
})
const buyers = Number(values.buyers)
const payments = Number(values.payments)
const past = Number(values.past)
const warmUp = 100

const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const demo = await startDemoProcess(dataDir)
const client = new pg.Client({ connectionString: demo.databaseUrl })
await client.connect()
const url = `${demo.origin}/weather`
try {
  const wallets = await Promise.all(Array.from({ length: buyers }, openWallet))
  await measure(wallets, warmUp)
  print(`${buyers} buyers, ${payments} payments`, await measure(wallets, payments))
  if (past > 0) {
    await fillPastSales()
    print(`the same, with ${past} past sales`, await measure(wallets, payments))
  }
} finally {
  await client.end()
  await demo.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

type Wallet = ReturnType<typeof createStockBuyer>

async function openWallet(): Promise<Wallet> {
  const key = generatePrivateKey()
  const order = { network: BASE_SEPOLIA, address: privateKeyToAccount(key).address }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${demo.origin}/devnet/faucet`, { method: 'POST', headers, body: JSON.stringify(order) })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
  return createStockBuyer({ evm: { key, rpcUrl: demo.evmRpcUrl } })
}

async function measure(wallets: Wallet[], count: number): Promise<LoadResult & { activity: Activity }> {
  const challenge = await fetch(url)
  const terms = JSON.parse(atob(challenge.headers.get('payment-required') ?? '')) as PaymentRequired // Our own site's.
  const accepts = terms.accepts.filter(({ network }) => network === BASE_SEPOLIA)
  const tasks: (() => Promise<boolean>)[] = []
  while (tasks.length < count) {
    const payload = await wallets[tasks.length % wallets.length]?.signTerms({ ...terms, accepts })
    const headers = { 'payment-signature': encodeHeader(payload ?? {}) }
    tasks.push(async () => {
      const response = await fetch(url, { headers })
      await response.text()
      return response.status === 200
    })
  }
  const stopSampling = await sampleActivity(demo.databaseUrl)
  const load = await runLoad(tasks, buyers)
  return { ...load, activity: await stopSampling() }
}

/** What the catalog holds of a route that has sold for long. */
async function fillPastSales(): Promise<void> {
  const entry = `select id from catalog_entries where key = 'GET ' || $1`
  await client.query(
    `insert into catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
     select md5('past ' || n), (${entry}), '${BASE_SEPOLIA}', '0x' || md5('payer ' || n) || 'cafecafe', '0x' || repeat('6', 40),
       1000, true, now() - n * interval '1 minute'
     from generate_series(1, $2::bigint) as n`,
    [url, past],
  )
  await client.query('analyze catalog_settlements')
}

function print(name: string, { perSecond, p50Ms, p99Ms, failures, activity }: Awaited<ReturnType<typeof measure>>) {
  const figures = [`${perSecond.toFixed(1)}/s`, `p50 ${p50Ms.toFixed(0)} ms`, `p99 ${p99Ms.toFixed(0)} ms`]
  console.log(`${name}: ${figures.join(', ')}, ${failures} failed`)
  console.log(`  connections at work, on average: ${activity.busy.toFixed(2)}`)
  for (const [what, mean] of activity.rows) console.log(`  ${mean.toFixed(2).padStart(6)}  ${what}`)
}
