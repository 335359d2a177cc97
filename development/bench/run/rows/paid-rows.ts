import type { StockBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { type Bench, measureInTurn, median, pick, type Row, verdictOf } from '../bench'
import { type LoadResult, loadOverHttp, type Memory, readMemory } from '../load'
import { type BenchServer, openBuyers, openSolanaBuyer, paymentHeaders, signPayments } from '../payments'
import { type OurSite, startOurSite, startStock } from '../servers'

type Loads = Record<'stock' | 'ours', LoadResult[]>

/** Rows of one kind of money: the first part of their names, and what is added to their titles. */
export type PaidKind = { name: string; on: string }

/** Paid GETs one at a time, 20 and 200 at a time. */
export async function measurePaidRows(
  bench: Bench,
  { stock, ours }: PaidWorld,
  kind: PaidKind = { name: 'paid', on: '' },
): Promise<Row[]> {
  const measure = (count: number, inFlight: number) =>
    measureInTurn(bench.rounds, { stock: () => stock.pay(count, inFlight), ours: () => ours.pay(count, inFlight) })
  const wants = (inFlight: number) => bench.wants(kind.name, `${kind.name}-${inFlight}`)
  const rows: Row[] = []
  if (wants(1)) rows.push(oneAtATime(kind, await measure(pick(bench, 60, 40), 1)))
  if (wants(20)) rows.push(twentyAtATime(kind, await measure(pick(bench, 300, 200), 20)))
  if (wants(200)) rows.push(twoHundredAtATime(kind, await measure(400, 200)))
  return rows
}

const over = (loads: LoadResult[], figure: keyof LoadResult) => median(loads.map((load) => load[figure]))
const failuresOf = (loads: LoadResult[]) => loads.reduce((sum, { failures }) => sum + failures, 0)
const failureText = (loads: LoadResult[]) => (failuresOf(loads) > 0 ? `, ${failuresOf(loads)} failed` : '')
const ratio = (value: number) => `${value.toFixed(2)}x`

function figuresOf(loads: Loads): Row['figures'] {
  const list = (side: LoadResult[], figure: keyof LoadResult) => side.map((load) => load[figure])
  return Object.fromEntries(
    (['stock', 'ours'] as const).flatMap((side) =>
      (['perSecond', 'p50Ms', 'p99Ms', 'failures'] as const).map((figure) => [
        `${side} ${figure}`,
        list(loads[side], figure),
      ]),
    ),
  )
}

function oneAtATime({ name, on }: PaidKind, loads: Loads): Row {
  const [stock, ours] = [over(loads.stock, 'p50Ms'), over(loads.ours, 'p50Ms')]
  const isMet = ours <= stock && failuresOf(loads.ours) === 0
  return {
    name: `${name}-1`,
    title: `paid GET${on}, one at a time`,
    meaning: 'Median time from sending a signed payment to having the content, one connection.',
    stock: `${stock.toFixed(1)} ms${failureText(loads.stock)}`,
    ours: `${ours.toFixed(1)} ms (${ratio(ours / stock)})${failureText(loads.ours)}`,
    goal: '<= 1.0x of stock',
    verdict: verdictOf(isMet),
    figures: figuresOf(loads),
  }
}

const rateAndTail = (loads: LoadResult[]) =>
  `${over(loads, 'perSecond').toFixed(0)}/s, p99 ${over(loads, 'p99Ms').toFixed(0)} ms${failureText(loads)}`

function twentyAtATime({ name, on }: PaidKind, loads: Loads): Row {
  const gain = over(loads.ours, 'perSecond') / over(loads.stock, 'perSecond')
  const hasShorterTail = over(loads.ours, 'p99Ms') < over(loads.stock, 'p99Ms')
  return {
    name: `${name}-20`,
    title: `paid GET${on}, 20 at a time`,
    meaning: 'Paid GETs per second with 20 always in flight, by 20 wallets, and the time that 99 of 100 stay below.',
    stock: rateAndTail(loads.stock),
    ours: `${rateAndTail(loads.ours)} (${ratio(gain)})`,
    goal: ">= 3x the rate, p99 below stock's",
    verdict: verdictOf(gain >= 3 && hasShorterTail && failuresOf(loads.ours) === 0),
    figures: figuresOf(loads),
  }
}

function twoHundredAtATime({ name, on }: PaidKind, loads: Loads): Row {
  const gain = over(loads.ours, 'perSecond') / over(loads.stock, 'perSecond')
  const rate = (side: LoadResult[]) => `${over(side, 'perSecond').toFixed(0)}/s, ${failuresOf(side)} failed`
  return {
    name: `${name}-200`,
    title: `paid GET${on}, 200 at a time`,
    meaning: 'The same with 200 always in flight, by 20 wallets. A failure is any answer but the content.',
    stock: rate(loads.stock),
    ours: `${rate(loads.ours)} (${ratio(gain)})`,
    goal: '>= 5x the rate, 0 failures',
    verdict: verdictOf(gain >= 5 && failuresOf(loads.ours) === 0),
    figures: figuresOf(loads),
  }
}

export type Side<T extends BenchServer = BenchServer> = {
  server: T
  buyers: StockBuyer[]
  /** That many paid GETs, signed beforehand. */
  pay: (count: number, inFlight: number) => Promise<LoadResult>
}

export type PaidWorld = {
  stock: Side
  ours: Side<OurSite>
  /** Our site's memory before its first payment. */
  idle: Memory
}

const BUYERS = 20

/** Both servers, each on its own fresh chain, warmed up alike. */
export async function openPaidWorld(bench: Bench): Promise<PaidWorld> {
  const ours = await openSide(await startOurSite(bench))
  const stock = await openSide(await startStock(bench))
  const idle = readMemory(ours.server.pid)
  bench.say('Both servers are up and are warmed up.')
  await warmUp(bench, { stock, ours })
  return { stock, ours, idle }
}

/** The same two servers, paid with Solana's money by twenty wallets. */
export async function openSolanaWorld(bench: Bench, { stock, ours, idle }: PaidWorld): Promise<PaidWorld> {
  const money = { network: SOLANA_DEVNET, open: openSolanaBuyer }
  // The stock one has a route for each network, and ours one for all of them.
  const url = `${stock.server.origin}/solana`
  const sides = { stock: await openSide({ ...stock.server, url }, money), ours: await openSide(ours.server, money) }
  await warmUp(bench, sides)
  return { ...sides, idle }
}

async function warmUp(bench: Bench, { stock, ours }: Pick<PaidWorld, 'stock' | 'ours'>): Promise<void> {
  for (const { pay } of [stock, ours]) {
    await pay(bench.isQuick ? 60 : 200, 20)
    await pay(10, 1)
  }
}

/** A server with twenty wallets that buy at it. */
async function openSide<T extends BenchServer>(
  server: T,
  { network, open }: { network: string; open?: typeof openSolanaBuyer } = { network: BASE_SEPOLIA },
): Promise<Side<T>> {
  const buyers = await openBuyers(server, BUYERS, open)
  const pay = async (count: number, inFlight: number) => {
    const payments = await signPayments(server, buyers, count, network)
    const load = await loadOverHttp(payments, inFlight, async (send, payment) => {
      const { status } = await send(server.url, { headers: paymentHeaders(payment) })
      return status === 200
    })
    if (load.failures > 0) await server.recover?.()
    return load
  }
  return { server, buyers, pay }
}
