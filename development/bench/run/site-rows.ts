import { readFileSync } from 'node:fs'
import { generatePrivateKey } from 'viem/accounts'
import { z } from 'zod'
import { signInHeaders } from '@/development/testing/sign-in-proofs'
import type { StockBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { type LoadResult, loadChallenge, loadOverHttp, type SendRequest } from '../load'
import { measureInTurn, median } from '../measure'
import { measureInstances } from './instances-row'
import { type Bench, type BenchRow, failureText, figuresOf, hasFailed, type Loads, over, rateRow } from './rows'
import {
  type BenchServer,
  openBuyer,
  openSolanaBuyer,
  paymentHeaders,
  signPayments,
  startOurSite,
  startStock,
} from './servers'

const paidParts = ['paid', 'paid-1', 'paid-20', 'paid-200']
const solanaParts = ['solana', 'solana-1', 'solana-20', 'solana-200']

/** Rows of the two servers, in the order of the table. */
export const siteParts = [
  ...paidParts,
  ...solanaParts,
  'facilitator-http',
  'challenge',
  'sign-in',
  'memory',
  'instances',
]

/** Measures the built site beside the stock server, each on its own fresh chain, warmed up alike. */
export async function measureSite(bench: Bench): Promise<BenchRow[]> {
  const [ours, stock] = [await startOurSite(bench.onEnd), await startStock(bench.onEnd)]
  const idle = readMemory(ours.pid)
  const world = await warmedUp(bench, { ours: await openSide(ours), stock: await openSide(stock) })
  console.log('Both servers are up and are warmed up.')
  return [
    ...(await measurePaidRows(bench, world, 'paid', '')),
    ...(bench.wants(...solanaParts) ? await measureSolana(bench, { ours, stock }) : []),
    ...(bench.wants('paid', 'facilitator-http') ? [await measureFacilitator(bench, world)] : []),
    ...(bench.wants('challenge') ? [await measureChallenge(bench, { ours, stock })] : []),
    ...(bench.wants('sign-in') ? [await measureSignIn(bench, { ours, stock })] : []),
    ...(bench.wants('memory') ? [memoryRow(idle, readMemory(ours.pid), readMemory(stock.pid))] : []),
    ...(bench.wants('instances') ? [await measureInstances(bench, ours, world.ours.sign)] : []),
  ]
}

type BenchServers = Record<'stock' | 'ours', BenchServer>

type MeasuredSide = {
  sign: (count: number) => ReturnType<typeof signPayments>
  /** That many paid GETs, signed beforehand. */
  pay: (count: number, inFlight: number) => Promise<LoadResult>
  server: BenchServer
}

const BUYERS = 20

/** A server with twenty wallets that buy at it. */
async function openSide(server: BenchServer, network: string = BASE_SEPOLIA, open = openBuyer): Promise<MeasuredSide> {
  const buyers: StockBuyer[] = []
  while (buyers.length < BUYERS) buyers.push(await open(server.chain))
  const sign = (count: number) => signPayments(server.url, buyers, count, network)
  const pay = async (count: number, inFlight: number) => loadPaid(server, await sign(count), inFlight)
  return { sign, pay, server }
}

async function loadPaid(server: BenchServer, payments: Awaited<ReturnType<MeasuredSide['sign']>>, inFlight: number) {
  return loadAndRecover(server, payments.map(paymentHeaders), inFlight, async (send, headers) => {
    const { status } = await send(server.url, { headers })
    return status === 200
  })
}

async function loadAndRecover<T>(
  server: BenchServer,
  inputs: T[],
  inFlight: number,
  task: (send: SendRequest, input: T) => Promise<boolean>,
): Promise<LoadResult> {
  const load = await loadOverHttp(inputs, inFlight, task)
  if (load.failures > 0) await server.recover?.()
  return load
}

type Sides = Record<'stock' | 'ours', MeasuredSide>

async function warmedUp(bench: Bench, sides: Sides): Promise<Sides> {
  for (const { pay } of [sides.stock, sides.ours]) {
    await pay(bench.isQuick ? 60 : 200, 20)
    await pay(10, 1)
  }
  return sides
}

async function measurePaidRows(bench: Bench, { stock, ours }: Sides, name: string, on: string): Promise<BenchRow[]> {
  const measure = (count: number, inFlight: number) =>
    measureInTurn(bench.rounds, { stock: () => stock.pay(count, inFlight), ours: () => ours.pay(count, inFlight) })
  const wants = (inFlight: number) => bench.wants(name, `${name}-${inFlight}`)
  const rows: BenchRow[] = []
  if (wants(1)) rows.push(oneAtATime(name, on, await measure(bench.isQuick ? 40 : 60, 1)))
  if (wants(20)) rows.push(twentyAtATime(name, on, await measure(bench.isQuick ? 200 : 300, 20)))
  if (wants(200)) rows.push(twoHundredAtATime(name, on, await measure(400, 200)))
  return rows
}

function oneAtATime(name: string, on: string, loads: Loads): BenchRow {
  const [stock, ours] = [over(loads.stock, 'p50Ms'), over(loads.ours, 'p50Ms')]
  return {
    name: `${name}-1`,
    title: `paid GET${on}, one at a time`,
    meaning: 'Median time from sending a signed payment to having the content, one connection.',
    stock: `${stock.toFixed(1)} ms${failureText(loads.stock)}`,
    ours: `${ours.toFixed(1)} ms (${(ours / stock).toFixed(2)}x)${failureText(loads.ours)}`,
    goal: '<= 1.0x of stock',
    isMet: ours <= stock && !hasFailed(loads.ours),
    figures: figuresOf(loads),
  }
}

function twentyAtATime(name: string, on: string, loads: Loads): BenchRow {
  const words = {
    name: `${name}-20`,
    title: `paid GET${on}, 20 at a time`,
    meaning: 'Paid GETs per second with 20 always in flight, by 20 wallets, and the time that 99 of 100 stay below.',
    goal: ">= 3x the rate, p99 below stock's",
  }
  const row = rateRow(words, loads, 3)
  return { ...row, isMet: row.isMet && over(loads.ours, 'p99Ms') < over(loads.stock, 'p99Ms') }
}

function twoHundredAtATime(name: string, on: string, loads: Loads): BenchRow {
  const meaning = 'The same with 200 always in flight, by 20 wallets. A failure is any answer but the content.'
  return rateRow({ name: `${name}-200`, title: `paid GET${on}, 200 at a time`, meaning }, loads, 5)
}

/** The same two servers, paid with Solana's money by twenty wallets. */
async function measureSolana(bench: Bench, { stock, ours }: BenchServers): Promise<BenchRow[]> {
  // The stock one has a route for each network, and ours one for all of them.
  const stockOnSolana = { ...stock, url: `${stock.origin}/solana` }
  const sides = {
    stock: await openSide(stockOnSolana, SOLANA_DEVNET, openSolanaBuyer),
    ours: await openSide(ours, SOLANA_DEVNET, openSolanaBuyer),
  }
  return measurePaidRows(bench, await warmedUp(bench, sides), 'solana', ' on Solana')
}

const verdictSchema = z.object({ isValid: z.literal(true) })
const outcomeSchema = z.object({ success: z.literal(true) })

async function measureFacilitator(bench: Bench, { stock, ours }: Sides): Promise<BenchRow> {
  const count = bench.isQuick ? 150 : 300
  await Promise.all([verifyAndSettle(stock, 40), verifyAndSettle(ours, 40)])
  const sides = { stock: () => verifyAndSettle(stock, count), ours: () => verifyAndSettle(ours, count) }
  const words = {
    name: 'facilitator-http',
    title: 'verify + settle over HTTP, 20 at a time',
    meaning:
      'Payments per second that are verified and then settled by POST at the facilitator, 20 at a time. Stock is the ' +
      "SDK's facilitator behind express.",
  }
  return rateRow(words, await measureInTurn(bench.rounds, sides), 3)
}

async function verifyAndSettle({ server, sign }: MeasuredSide, count: number): Promise<LoadResult> {
  const payments = await sign(count)
  return loadAndRecover(server, payments, 20, async (send, paymentPayload) => {
    const body = JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: paymentPayload.accepted })
    const post = async (verb: string): Promise<unknown> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body } as const
      return JSON.parse((await send(`${server.origin}/facilitator/${verb}`, init)).text)
    }
    if (!verdictSchema.safeParse(await post('verify')).success) return false
    return outcomeSchema.safeParse(await post('settle')).success
  })
}

/** The 402 with sign-in and bazaar; stock's has sign-in only. */
async function measureChallenge(bench: Bench, { ours, stock }: BenchServers): Promise<BenchRow> {
  const seconds = bench.isQuick ? 2 : 3
  const sides = { stock: () => loadChallenge(stock.url, seconds), ours: () => loadChallenge(ours.url, seconds) }
  for (const load of Object.values(sides)) await load()
  const rates = await measureInTurn(bench.rounds, sides)
  const [stockRate, ourRate] = [median(rates.stock), median(rates.ours)]
  return {
    name: 'challenge',
    title: '402 with sign-in and bazaar',
    meaning:
      "Challenges per second with 20 connections. Stock is @x402/express on Node's own server, with sign-in only.",
    stock: `${stockRate.toFixed(0)}/s`,
    ours: `${ourRate.toFixed(0)}/s (${(ourRate / stockRate).toFixed(2)}x)`,
    goal: '>= 1.0x the rate, 3,000/s',
    isMet: ourRate >= stockRate && ourRate >= 3_000,
    figures: rates,
  }
}

/** GETs of the bought resource, each opened by its own single-use sign-in proof. */
async function measureSignIn(bench: Bench, { stock, ours }: BenchServers): Promise<BenchRow> {
  const key = generatePrivateKey()
  for (const server of [stock, ours]) {
    const payments = await signPayments(server.url, [await openBuyer(server.chain, key)], 1)
    const { failures } = await loadPaid(server, payments, 1)
    if (failures > 0) throw new Error(`${server.url} could not be bought.`)
    await readOwned(server.url, key, 200)
  }
  const count = bench.isQuick ? 400 : 1_000
  const words = {
    name: 'sign-in',
    title: 'single-use sign-in, granted GETs',
    meaning:
      'Content per second for a wallet that has paid and signs in, 20 at a time, with a fresh challenge and proof for each, ' +
      'signed beforehand. A proof opens once on both sides; ours remembers that in the database, stock in its memory.',
  }
  const sides = { stock: () => readOwned(stock.url, key, count), ours: () => readOwned(ours.url, key, count) }
  return rateRow(words, await measureInTurn(bench.rounds, sides), 3)
}

/** Reads the resource that many times, with as many proofs that were signed before. */
async function readOwned(url: string, key: `0x${string}`, count: number): Promise<LoadResult> {
  const proofs: Record<string, string>[] = []
  while (proofs.length < count) {
    proofs.push(...(await Promise.all(Array.from({ length: 10 }, () => signInHeaders(url, key)))))
  }
  return loadOverHttp(proofs, 20, async (send, headers) => (await send(url, { headers })).status === 200)
}

/** Resident memory of a process in megabytes, as the kernel counts it. */
function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

/** Measured last, so that all other rows are its load. */
const memoryRow = (idle: number, ours: number, stock: number): BenchRow => ({
  name: 'memory',
  title: 'resident memory',
  meaning: 'Of the server’s process, as the kernel counts it: ours idle and after the rows above, stock after them.',
  stock: `${stock} MB`,
  ours: `${idle} MB idle, ${ours} MB after`,
  goal: '<= 250 MB idle, <= 400 MB after',
  isMet: idle <= 250 && ours <= 400,
  figures: { 'stock megabytes': [stock], 'ours idle megabytes': [idle], 'ours megabytes': [ours] },
})
