import { z } from 'zod'
import { ruled, say } from '@/lib/base/sentences/say'
import { paymentShape, time } from '@/lib/base/x402/views'
import { listShopPayments } from '@/lib/payments/list-shop-payments'
import { earningShape, sumEarnings } from '@/lib/payments/sum-earnings'
import { type Actor, getOwnSeller } from '../actor'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'

const SUMMED_ROUTES = 100

/** Such as `2026-01-31`; oldest first. */
const utcDay = z.string().describe('UTC.')

export const earningsShape = z.object({
  byNetwork: z.array(earningShape),
  byRoute: z
    .array(earningShape.extend({ routeKey: z.string() }))
    .describe('The 100 that kept the most, of each asset.'),
  byDay: z.array(earningShape.extend({ day: utcDay })),
})
export type Earnings = z.infer<typeof earningsShape>

/** The earnings of the actor's shop from `from` up to `until`, in three views of one reading. */
export async function summarizeEarnings(
  context: SellersContext,
  actor: Actor,
  range: { from: Date; until: Date },
): Promise<Earnings> {
  const { id: sellerId, handle } = await getOwnSeller(context.database, actor)
  const sums = await sumEarnings(context.database, { sellerId, handle, ...range, maxRoutes: SUMMED_ROUTES })
  const views: Earnings = { byNetwork: [], byRoute: [], byDay: [] }
  for (const { day, routeKey, ...earning } of sums) {
    if (day !== null) views.byDay.push({ day, ...earning })
    else if (routeKey !== null) views.byRoute.push({ routeKey, ...earning })
    else views.byNetwork.push(earning)
  }
  return views
}

const DAY_MS = 86_400_000

/** The last N days (UTC), today included. */
export function lastDays(now: Date, days: number): { from: Date; until: Date } {
  const until = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)
  return { from: new Date(until.getTime() - days * DAY_MS), until }
}

export const statementShape = z.object({
  month: z.string(),
  from: time,
  until: time,
  isRunning: z.boolean().describe('The month has not ended.'),
  byNetwork: earningsShape.shape.byNetwork,
  byRoute: earningsShape.shape.byRoute,
  invoices: z.array(paymentShape).describe('Those with an invoice that settled in the month: the newest 500.'),
})
export type Statement = z.infer<typeof statementShape>

const input = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, ruled('monthRule')) }).strict()

/** The time of a month (UTC), such as `2026-01`. Fails with `INPUT_REFUSED` for none, and for one that has not begun. */
export function readMonth({ clock }: SellersContext, asked: unknown) {
  const { month } = parseInput(input, asked)
  const from = new Date(`${month}-01T00:00:00Z`)
  if (from > clock()) throw new InputRefusedError({ month: say('monthAhead') })
  return { month, from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}

/**
 * The shop's earnings and refunds of a month. A refund counts in the month in which the chain confirmed it, whenever its
 * payment was made. Fails as `readMonth` does.
 */
export async function readStatement(context: SellersContext, actor: Actor, asked: unknown): Promise<Statement> {
  const { month, from, until } = readMonth(context, asked)
  const { byNetwork, byRoute } = await summarizeEarnings(context, actor, { from, until })
  const { handle } = await getOwnSeller(context.database, actor)
  const newest = { after: null, limit: 500 }
  const invoices = await listShopPayments(context.database, { handle, invoicedIn: { from, until } }, newest)
  return { month, from, until, isRunning: until > context.clock(), byNetwork, byRoute, invoices }
}
