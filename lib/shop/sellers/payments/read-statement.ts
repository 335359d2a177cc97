import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { time } from '@/lib/base/x402/answer-parts'
import type { Actor } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { earningsShape, summarizeEarnings } from './summarize-earnings'

/** A month (UTC) of the actor's shop. */
export const statementShape = z.object({
  month: z.string(),
  from: time,
  until: time,
  isRunning: z.boolean().describe('The month has not ended.'),
  byNetwork: earningsShape.shape.byNetwork,
  byRoute: earningsShape.shape.byRoute,
})
export type Statement = z.infer<typeof statementShape>

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
  const { byNetwork, byRoute } = await summarizeEarnings(context, actor, { from, until })
  return { month, from, until, isRunning: until > context.clock(), byNetwork, byRoute }
}

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)
