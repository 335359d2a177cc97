import type { Aside, Payment, Stretch } from './spending-page'

/**
 * The sum of payments, in micro-dollars. Vouchers of one channel are totals, of which its seller can claim
 * the highest: where their stretches overlap, they count once. Of their deposits counts what is still put aside.
 */
export function sumOf(payments: Payment[], asides: Aside[]): bigint {
  const stretches = payments.flatMap((one) => one.stretches ?? [])
  const channels = [...new Set(stretches.map(({ channel }) => channel))]
  const transfers = payments.filter((one) => !one.stretches).map(({ micros }) => BigInt(micros))
  const vouchers = channels.map((channel) => coveredBy(stretches.filter((one) => one.channel === channel)))
  const deposits = asides.map(({ channel, micros }) => smaller(BigInt(micros), depositedIn(channel, payments)))
  return [...transfers, ...vouchers, ...deposits].reduce((total, one) => total + one, 0n)
}

const depositedIn = (channel: string, payments: Payment[]): bigint =>
  payments
    .filter(({ stretches }) => stretches?.some((one) => one.channel === channel))
    .reduce((total, { deposit }) => total + BigInt(deposit ?? 0), 0n)

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

function coveredBy(stretches: Stretch[]): bigint {
  const ordered = stretches
    .map(({ from, to }) => ({ from: BigInt(from), to: BigInt(to) }))
    .sort((one, other) => Number(one.from - other.from))
  let [covered, reached] = [0n, 0n]
  for (const { from, to } of ordered) {
    if (to <= reached) continue
    covered += to - (from > reached ? from : reached)
    reached = to
  }
  return covered
}
