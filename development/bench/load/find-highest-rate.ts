import type { Step } from './open-load'

const GROWTH = 1.5
const HALVINGS = 2
const REST_MS = 1_000

export type Search = {
  startRate: number
  /** The only status that counts as an answer. */
  status: number
  limitMs: number
  measure: (rate: number) => Promise<Step>
}

/** The highest rate at which every request was answered in time, and every step on the way there. */
export async function findHighestRate({ startRate, status, limitMs, measure }: Search) {
  const steps: Step[] = []
  const tryOnce = async (rate: number) => {
    const step = await measure(rate)
    steps.push(step)
    console.log(`  ${describeStep(step)}`)
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    return step.p99Ms <= limitMs && step.statuses[status] === step.sent
  }
  // One failure may come from another program's work; two show that the rate does not hold.
  const holds = async (rate: number) => (await tryOnce(rate)) || tryOnce(rate)
  let low = 0
  let high = startRate
  while (await holds(high)) [low, high] = [high, Math.round(high * GROWTH)]
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = Math.round((low + high) / 2)
    if (await holds(middle)) low = middle
    else high = middle
  }
  return { highest: steps.findLast(({ rate }) => rate === low) ?? null, steps }
}

export const describeStep = ({ rate, p50Ms, p99Ms, statuses }: Step): string =>
  `${rate}/s: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, ${Object.entries(statuses)
    .map(([status, count]) => `${status === '0' ? 'no answer' : status}: ${count}`)
    .join(', ')}`
