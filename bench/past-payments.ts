import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { assetOf } from '@/lib/chains/assets'
import { authorizationOf } from '@/lib/chains/authorization-of'
import { buildApplication } from '@/lib/compose/application'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { deployMigrations } from '@/lib/processes/database/deploy-migrations'
import { startDevnet } from '@/development/devnet/start-devnet'
import { evmDevnetAccount, evmDevnetKey } from '@/development/devnet/wallets'
import { fillPastPayments } from '@/testing/fill-past-payments'
import { serveFetch } from '@/testing/serve-fetch'
import { createStockBuyer } from '@/testing/stock-buyer'
import { claimPayment } from '@/lib/resource-server/claim'
import { protect } from '@/lib/resource-server/protect'
import { addressIdentity } from '@/lib/x402/addresses'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'

/**
 * What verify, settle, the gate's claim and a whole paid request cost with ten million past payments, beside an empty
 * ledger: two databases of one server, asked in turn, so that a drift of the machine meets both. One in a hundred of
 * the past payments is the measured payer's own.
 * Run: node --import tsx bench/past-payments.ts [count]
 */
const count = Number(process.argv[2] ?? 10_000_000)
const rounds = 80
const warmUp = 15
const budget = 1.2

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const devnet = await startDevnet({ dataDir: join(folder, 'devnet'), ports: 'free' })
const server = await startEmbeddedDatabase({ dataDir: join(folder, 'db') })
const key = generatePrivateKey()
const payer = privateKeyToAccount(key).address
const payTo = evmDevnetAccount('seller').address
await devnet.fund({ network: BASE_SEPOLIA, address: payer, amountAtomic: 100_000_000n })
const buyer = createStockBuyer({ evm: { key, rpcUrl: devnet.evmRpcUrl } })

async function newDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const url = new URL(server.url)
  url.pathname = name
  await deployMigrations(url.href)
  return url.href
}

/** An application of its own on a database of its own, with a gas wallet that no other has. */
async function open(databaseUrl: string, gas: 'gas' | 'gas2') {
  const application = await buildApplication({
    NODE_ENV: 'production',
    TURNPIKE_SECRET: 'a secret of the benchmark, long enough to be taken',
    LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    EVM_RPC_URLS_84532: devnet.evmRpcUrl,
    FACILITATOR_EVM_KEYS: evmDevnetKey(gas),
    PAY_TO_EVM: payTo,
  })
  const { gate, database } = application
  const route = protect(
    async () => gate,
    'GET /paid',
    () => ({ accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } }),
    () => Response.json({ content: 'paid' }),
  )
  const served = await serveFetch((request) => route.GET(request))
  const close = async () => {
    await served.stop()
    application.facilitator.stop()
    await database.$disconnect()
  }
  return { application, route, origin: served.origin, close }
}

type Opened = Awaited<ReturnType<typeof open>>
type Times = Record<'verify' | 'settle' | 'claim' | 'paid request', number>

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function measure({ application: { facilitator, gate, database }, route, origin }: Opened): Promise<Times> {
  const first = await buyer.sign(`${origin}/paid`)
  const paymentPayload = first.payload as PaymentPayload
  const paymentRequirements = paymentPayload.accepted as PaymentRequirements
  const request = { paymentPayload, paymentRequirements }
  const verify = await timeOf(async () => {
    if (!(await facilitator.verify(request)).isValid) throw new Error('A payment was not valid.')
  })
  const settle = await timeOf(async () => {
    if ((await facilitator.settle(request)).kind !== 'settled') throw new Error('A payment did not settle.')
  })
  const authorization = authorizationOf(paymentPayload, paymentRequirements)
  const claim = await timeOf(() =>
    claimPayment(database, {
      authorization,
      payerIdentity: addressIdentity(authorization.network, authorization.payer),
      routeKey: 'GET /paid',
      resourceUri: `http://localhost:4021/paid?n=${randomUUID()}`,
      requestFingerprint: randomUUID(),
      paymentIdentifier: null,
      payload: paymentPayload,
      requirements: paymentRequirements,
      challengedAt: null,
      audience: 'agent',
    }),
  )
  const { headers } = await buyer.sign(`${origin}/paid`)
  const paid = await timeOf(async () => {
    const response = await route.GET(new Request(`${gate.publicOrigin}/paid`, { headers }))
    await response.text()
    if (response.status !== 200) throw new Error(`The gate answered ${response.status}.`)
  })
  return { verify, settle, claim, 'paid request': paid }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

let hasMissed = false
const opened: Opened[] = []
try {
  const [emptyUrl, fullUrl] = [await newDatabase('ledger_empty'), await newDatabase('ledger_full')]
  const asset = assetOf(BASE_SEPOLIA)?.address.toLowerCase() ?? ''
  const seconds =
    (await timeOf(() => fillPastPayments(fullUrl, { count, payer: payer.toLowerCase(), asset, payTo }))) / 1_000
  console.log(`${count.toLocaleString('en')} past payments filled in ${seconds.toFixed(0)} s`)
  const [empty, full] = [await open(emptyUrl, 'gas'), await open(fullUrl, 'gas2')]
  opened.push(empty, full)
  const times: { empty: Times; full: Times }[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    // Each goes first in every second round.
    const [a, b] = round % 2 === 0 ? [empty, full] : [full, empty]
    const [first, second] = [await measure(a), await measure(b)]
    if (round >= 0) times.push(round % 2 === 0 ? { empty: first, full: second } : { empty: second, full: first })
  }
  console.log('median of                 empty ledger   with past payments   ratio')
  for (const name of ['verify', 'settle', 'claim', 'paid request'] as const) {
    const [before, after] = [median(times.map(({ empty }) => empty[name])), median(times.map(({ full }) => full[name]))]
    const columns = [`${before.toFixed(2)} ms`.padStart(14), `${after.toFixed(2)} ms`.padStart(21)]
    console.log(`${name.padEnd(24)}${columns.join('')}${(after / before).toFixed(2).padStart(8)}`)
    hasMissed ||= after > budget * before
  }
  console.log(`budget: ratio at most ${budget}: ${hasMissed ? 'missed' : 'kept'}`)
} finally {
  for (const entry of opened) await entry.close()
  await server.stop()
  await devnet.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(hasMissed ? 1 : 0)
