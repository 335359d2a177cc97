import { sumEarnings } from '@/lib/payments/sum-earnings'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import type { Earning } from './summarize-earnings'

const DAY_MS = 86_400_000

/** A shop's earnings of today (UTC) until now, and of a week ago until the same time of day. */
export type TodayCompared = { today: Earning[]; weekAgo: Earning[] }

/** Compares today so far with the same hours a week before; different assets are never added up. */
export async function compareToday({ database, clock }: SellersContext, actor: Actor): Promise<TodayCompared> {
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const now = clock().getTime()
  const sumUntil = async (until: number) => {
    const from = new Date(Math.floor(until / DAY_MS) * DAY_MS)
    // Times are stored to the millisecond, and `until` is exclusive.
    const sums = await sumEarnings(database, { sellerId, handle, from, until: new Date(until + 1), maxRoutes: 0 })
    return sums.filter(({ day, routeKey }) => day === null && routeKey === null).map(toEarning)
  }
  const [today, weekAgo] = await Promise.all([sumUntil(now), sumUntil(now - 7 * DAY_MS)])
  return { today, weekAgo }
}

const toEarning = ({
  day: _day,
  routeKey: _routeKey,
  ...earning
}: Earning & { day: null | string; routeKey: null | string }): Earning => earning
