import type { Earning } from '@/lib/shop/sellers/payments/earnings'

const DAY_MS = 86_400_000

/** The amount that one day (UTC, such as `2026-01-31`) left in one asset; below zero where refunds exceed payments. */
export type DayKept = {
  day: string
  keptAtomic: bigint
  amountAtomic: bigint
  refundedAtomic: bigint
  payments: number
}

const nothing = { keptAtomic: 0n, amountAtomic: 0n, refundedAtomic: 0n, payments: 0 }

/** One asset's earnings for every day from `from` up to `until`, also those without any; oldest first. */
export function daysOf(
  byDay: readonly (Earning & { day: string })[],
  { network, asset }: Pick<Earning, 'network' | 'asset'>,
  { from, until }: { from: Date; until: Date },
): DayKept[] {
  const own = byDay.filter((each) => each.network === network && each.asset === asset)
  const known = new Map(
    own.map(({ day, keptAtomic, amountAtomic, refundedAtomic, payments }) => [
      day,
      { keptAtomic, amountAtomic, refundedAtomic, payments },
    ]),
  )
  const count = Math.round((until.getTime() - from.getTime()) / DAY_MS)
  return Array.from({ length: count }, (_, place) => {
    const day = new Date(from.getTime() + place * DAY_MS).toISOString().slice(0, 10)
    return { day, ...(known.get(day) ?? nothing) }
  })
}

/** `part` as a percentage of `whole`, to a tenth. Amounts may be larger than a number holds exactly. */
export const percentOfAmount = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 1_000n + whole / 2n) / whole) / 10
