import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { buildApplication } from '@/lib/compose/application'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { deployMigrations } from '@/lib/processes/database/deploy-migrations'
import { startDevnet } from '@/development/devnet/start-devnet'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { createStockBuyer } from '@/testing/stock-buyer'
import { serveFetch } from '@/testing/serve-fetch'
import { protect } from '@/lib/resource-server/protect'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { BASE_SEPOLIA } from '@/lib/x402/networks'

/**
 * Server time of one paid request at the gate beside verify and settle alone, by the same facilitator on the same
 * local chain and durable database, in turn. Signing and HTTP are left out of both.
 * Run: node --import tsx bench/paid-request.ts
 */
const pairs = 60
const warmUp = 10
const budget = 1.15

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
const server = await startEmbeddedDatabase({ dataDir: join(folder, 'db') })
await deployMigrations(server.url)

const key = generatePrivateKey()
const buyerAddress = privateKeyToAccount(key).address
await devnet.fund({ network: BASE_SEPOLIA, address: buyerAddress, amountAtomic: 100_000_000n })
const buyer = createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } })

const payTo = evmDevnetAccount('seller').address
const { gate, facilitator, database } = await buildApplication({
  NODE_ENV: 'production',
  TURNPIKE_SECRET: 'a secret of the benchmark, long enough to be taken',
  LOG_LEVEL: 'error',
  DATABASE_URL: server.url,
  EVM_RPC_URLS_84532: devnet.evmRpcUrl,
  FACILITATOR_EVM_KEYS: evmDevnetKey('gas'),
  PAY_TO_EVM: payTo,
})
const route = protect(
  async () => gate,
  'GET /paid',
  () => ({
    accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo },
    extensions: { 'sign-in-with-x': {} },
  }),
  () => Response.json({ content: 'paid' }),
)
const served = await serveFetch((request) => route.GET(request))

async function timeGate(): Promise<number> {
  const { headers } = await buyer.sign(`${served.origin}/paid`)
  const startedAt = performance.now()
  const response = await route.GET(new Request(`${gate.publicOrigin}/paid`, { headers }))
  await response.text()
  const took = performance.now() - startedAt
  if (response.status !== 200) throw new Error(`The gate answered ${response.status}.`)
  return took
}

async function timeVerifyAndSettle(): Promise<number> {
  const { payload } = await buyer.sign(`${served.origin}/paid`)
  const request = {
    paymentPayload: payload as PaymentPayload,
    paymentRequirements: payload.accepted as PaymentRequirements,
  }
  const startedAt = performance.now()
  const verdict = await facilitator.verify(request)
  const outcome = await facilitator.settle(request)
  const took = performance.now() - startedAt
  if (!verdict.isValid || outcome.kind !== 'settled') throw new Error('The payment did not settle.')
  return took
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

try {
  const ratios: number[] = []
  const gateTimes: number[] = []
  const aloneTimes: number[] = []
  for (let pair = -warmUp; pair < pairs; pair += 1) {
    const alone = await timeVerifyAndSettle()
    const gated = await timeGate()
    if (pair < 0) continue
    gateTimes.push(gated)
    aloneTimes.push(alone)
    ratios.push(gated / alone)
  }
  console.log(`verify and settle alone   median ${median(aloneTimes).toFixed(1)} ms`)
  console.log(`paid request at the gate  median ${median(gateTimes).toFixed(1)} ms`)
  const overall = median(gateTimes) / median(aloneTimes)
  console.log(
    `ratio of medians ${overall.toFixed(2)}, median of ratios ${median(ratios).toFixed(2)} (budget ${budget})`,
  )
} finally {
  await served.stop()
  facilitator.stop()
  await database.$disconnect()
  await server.stop()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
