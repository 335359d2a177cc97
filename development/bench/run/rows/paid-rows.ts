import type { LoadResult } from '@/development/bench/facilitator/run-load'
import { type Bench, pick } from '../bench'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { type Row, verdictOf } from '../row'
import type { PaidWorld } from './paid-world'

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
