import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { sumGivenBack } from '@/lib/payments/sum-given-back'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { type Earning, type Earnings, summarizeEarnings } from './summarize-earnings'

/** Income and refunds in one asset of one network. */
type StatementLine = Earning & {
  refunds: number
  refundedAtomic: bigint
  /** Income less refunds; negative where more was refunded than came in. */
  keptAtomic: bigint
}

/** A month (UTC) of the actor's shop. */
export type Statement = {
  /** Such as `2026-01`. */
  month: string
  from: Date
  until: Date
  /** The month has not ended: its figures may still change. */
  isRunning: boolean
  byNetwork: StatementLine[]
  /** The busiest routes first. */
  byRoute: Earnings['byRoute']
}

const input = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, ruled('monthRule')) }).strict()

/**
 * The shop's earnings and refunds of a month (UTC). A refund counts in the month in which the chain confirmed it,
 * whenever its payment was made. Fails with `INPUT_REFUSED` for no month, and for one that has not begun.
 */
export async function readStatement(context: SellersContext, actor: Actor, asked: unknown): Promise<Statement> {
  const { month } = parseInput(
    input.refine(({ month }) => startOf(month) <= context.clock(), {
      message: ruled('monthAhead'),
      path: ['month'],
    }),
    asked,
  )
  const from = startOf(month)
  const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const [{ byNetwork, byRoute }, givenBack] = await Promise.all([
    summarizeEarnings(context, actor, { from, until }),
    sumGivenBack(context.database, { sellerId, from, until }),
  ])
  const lines = new Map(byNetwork.map((earning) => [keyOf(earning), toLine(earning)]))
  for (const { network, asset, amountAtomic, refunds } of givenBack) {
    const none = { network, asset, payments: 0, amountAtomic: 0n, undeliveredAtomic: 0n }
    const line = lines.get(keyOf(none)) ?? toLine(none)
    const keptAtomic = line.amountAtomic - amountAtomic
    lines.set(keyOf(none), { ...line, refunds, refundedAtomic: amountAtomic, keptAtomic })
  }
  return { month, from, until, isRunning: until > context.clock(), byNetwork: [...lines.values()], byRoute }
}

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
const keyOf = ({ network, asset }: { network: string; asset: string }) => `${network} ${asset}`
const toLine = (earning: Earning): StatementLine => ({
  ...earning,
  ...{ refunds: 0, refundedAtomic: 0n, keptAtomic: earning.amountAtomic },
})
