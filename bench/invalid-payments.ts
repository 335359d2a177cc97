import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startDemoProcess } from '@/development/demo/demo-process'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import { startScript } from '@/testing/start-script'
import { createStockBuyer } from '@/testing/stock-buyer'

/**
 * Time of a valid paid request, one after another, alone and beside 30 connections with invalid payments: forged
 * signatures, then wallets without money. Half of these connections call the paid route, half the facilitator's verify.
 * Beside it @x402/express on the same chain, where all of them call the paid route.
 * Run: node --import tsx bench/invalid-payments.ts
 */
const CONNECTIONS = 30
const PURCHASES = 40
const INVALID_PAYMENTS = 1_500
const WARM_UP = 10
const ATTACK_SECONDS = 25
const budget = { times: 10, milliseconds: 300 }

const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
const demo = await startDemoProcess(join(folder, 'demo'))

async function newKey(amount: string | null): Promise<Hex> {
  const key = generatePrivateKey()
  if (amount !== null) {
    const order = { network: BASE_SEPOLIA, address: privateKeyToAccount(key).address, amount }
    const answer = await fetch(`${demo.origin}/devnet/faucet`, { method: 'POST', body: JSON.stringify(order) })
    if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
  }
  return key
}

const buyerWith = (key: Hex) => createStockBuyer({ evm: { key, rpcUrl: demo.evmRpcUrl } })

const honest = buyerWith(await newKey('100000000'))

type Times = { median: number; p95: number; slowest: number }

/** Buys again and again up to that time, each payment signed before its time is taken. */
async function timePurchases(url: string, count: number, maxMs = Infinity): Promise<Times> {
  const times: number[] = []
  const until = performance.now() + maxMs
  while (times.length < count && performance.now() < until) {
    const { headers } = await honest.sign(url)
    const startedAt = performance.now()
    const response = await fetch(url, { headers })
    await response.text()
    times.push(performance.now() - startedAt)
    if (response.status !== 200) throw new Error(`An honest purchase was answered ${response.status}.`)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  return { median: at(0.5), p95: at(0.95), slowest: at(1) }
}

/** Payments of unfunded wallets with valid signatures. */
async function signPenniless(url: string): Promise<unknown[]> {
  const { paymentRequired } = await honest.sign(url)
  const payloads: unknown[] = []
  while (payloads.length < INVALID_PAYMENTS)
    payloads.push(await buyerWith(await newKey(null)).signTerms(paymentRequired))
  return payloads
}

type Target = { url: string; place: 'header' | 'body' }

async function timeBeside(targets: Target[], url: string, payloads: unknown[], isForging: boolean) {
  const file = join(folder, 'payments.json')
  const plan = { connections: CONNECTIONS, targets: targets.map((target) => ({ ...target, payloads, isForging })) }
  writeFileSync(file, JSON.stringify(plan))
  await startScript('bench/servers/invalid-payment-process.ts', {
    ATTACK_FILE: file,
    ATTACK_SECONDS: String(ATTACK_SECONDS),
  })
  const times = await timePurchases(url, PURCHASES, (ATTACK_SECONDS - 5) * 1_000)
  while (!existsSync(`${file}.summary`)) await sleep(100)
  const summary = readFileSync(`${file}.summary`, 'utf8')
  rmSync(`${file}.summary`)
  return { times, summary }
}

let hasMissed = false

function print(name: string, { median, p95, slowest }: Times, alone?: Times): void {
  const figures = [median, p95, slowest].map((value) => value.toFixed(0).padStart(7)).join('')
  console.log(`  ${name.padEnd(34)}${figures} ms${alone ? `   ${(median / alone.median).toFixed(1)}x` : ''}`)
}

async function compare(name: string, url: string, targets: Target[], isJudged: boolean): Promise<void> {
  console.log(`${name}${''.padEnd(36 - name.length)} median    95 %   worst`)
  await timePurchases(url, WARM_UP)
  const alone = await timePurchases(url, PURCHASES)
  print('alone', alone)
  const payloads = await signPenniless(url)
  for (const isForging of [true, false]) {
    const { times, summary } = await timeBeside(targets, url, payloads, isForging)
    print(isForging ? 'beside forged signatures' : 'beside wallets without money', times, alone)
    for (const line of summary.split('\n')) console.log(`    ${line}`)
    const isMissed = times.median > budget.times * alone.median || times.p95 > budget.milliseconds
    hasMissed ||= isJudged && isMissed
  }
}

try {
  const route = `${demo.origin}/weather`
  await compare(
    'Turnpike',
    route,
    [
      { url: route, place: 'header' },
      { url: `${demo.origin}/facilitator/verify`, place: 'body' },
    ],
    true,
  )
  const stock = await startScript('testing/stock-server.ts', {
    EVM_RPC_URL: demo.evmRpcUrl,
    EVM_GAS_KEY: await newKey('1'),
    PAY_TO_EVM: privateKeyToAccount(generatePrivateKey()).address,
  })
  const stockRoute = `${stock.line.origin}/cheap`
  await compare('@x402/express', stockRoute, [{ url: stockRoute, place: 'header' }], false)
  await stock.stop()
} finally {
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  `budget: median at most ${budget.times}x, 95 % under ${budget.milliseconds} ms: ${hasMissed ? 'missed' : 'kept'}`,
)
process.exit(hasMissed ? 1 : 0)
