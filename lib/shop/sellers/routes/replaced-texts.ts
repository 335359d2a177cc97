import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { id, time } from '@/lib/base/x402/answer-parts'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { getRoute } from './get-route'

/** So many of a route's earlier texts are kept. */
const MOST_KEPT = 10

type Text = { title: string; teaser: string; body: string }

/** Keeps a text that a save replaces, and forgets the oldest. Joins the transaction that replaces it. */
export async function keepReplacedText(
  transaction: DatabaseTransaction,
  { routeId, now }: { routeId: string; now: Date },
  text: Text,
): Promise<void> {
  await transaction.replacedText.create({ data: { routeId, replacedAt: now, ...text } })
  const older = await transaction.replacedText.findMany({
    where: { routeId },
    orderBy: { id: 'desc' },
    skip: MOST_KEPT,
    select: { id: true },
  })
  await transaction.replacedText.deleteMany({ where: { id: { in: older.map((each) => each.id) } } })
}

export const replacedTextsShape = z.object({
  texts: z.array(z.object({ textId: id, replacedAt: time, title: z.string(), teaser: z.string(), body: z.string() })),
})

/** The texts of a route that saves have replaced, newest first. Fails with `ROUTE_NOT_FOUND`. */
export async function listReplacedTexts(
  context: SellersContext,
  actor: Actor,
  routeId: string,
): Promise<z.infer<typeof replacedTextsShape>> {
  await getRoute(context, actor, routeId)
  const rows = await context.database.replacedText.findMany({ where: { routeId }, orderBy: { id: 'desc' } })
  return { texts: rows.map(({ id: textId, routeId: _route, ...text }) => ({ textId, ...text })) }
}
