import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { type EarningsSum, sumEarnings } from '@/lib/payments/sum-earnings'
import { sumWays, type WaySum } from '@/lib/payments/sum-ways'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'

export const rangeInput = z
  .object({ from: z.date(), until: z.date() })
  .refine(({ from, until }) => until > from && until.getTime() - from.getTime() <= 400 * 86_400_000, {
    message: ruled('rangeTooLong'),
  })

/** Routes listed separately at most. */
export const SUMMED_ROUTES = 100

/** Amounts received, refunded and kept, in one asset of one network. Different assets are never added up. */
export type Earning = Omit<EarningsSum, 'day' | 'routeKey'>

export type Earnings = {
  byNetwork: Earning[]
  /** The routes that kept the most first. */
  byRoute: (Earning & { routeKey: string })[]
  /** `day` is UTC, such as `2026-01-31`; oldest first. */
  byDay: (Earning & { day: string })[]
}

/** The earnings of the actor's shop from `from` up to `until`, in three views of one reading. */
export async function summarizeEarnings(context: SellersContext, actor: Actor, input: unknown): Promise<Earnings> {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  const sums = await sumEarnings(context.database, {
    sellerId,
    handle,
    ...parseInput(rangeInput, input),
    maxRoutes: SUMMED_ROUTES,
  })
  const views: Earnings = { byNetwork: [], byRoute: [], byDay: [] }
  for (const { day, routeKey, ...earning } of sums) {
    if (day !== null) views.byDay.push({ day, ...earning })
    else if (routeKey !== null) views.byRoute.push({ routeKey, ...earning })
    else views.byNetwork.push(earning)
  }
  return views
}

/** The same shop's receipts by the way they were paid. */
export async function summarizeWays(context: SellersContext, actor: Actor, input: unknown): Promise<WaySum[]> {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  return sumWays(context.database, { sellerId, handle, ...parseInput(rangeInput, input) })
}

const DAY_MS = 86_400_000

/** The last N days (UTC), today included. */
export function lastDays(now: Date, days: number): { from: Date; until: Date } {
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
  return { from: new Date(until.getTime() - days * DAY_MS), until }
}
