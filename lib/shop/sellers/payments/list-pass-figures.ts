import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { id, routeState } from '@/lib/base/x402/answer-parts'
import { sumPasses } from '@/lib/payments/sum-pass'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

const count = z.number().int()

export const passFiguresShape = z.object({
  routeId: id,
  title: z.string(),
  state: routeState,
  holders: count.describe('Wallets that hold it now.'),
  opens: count.describe('Texts and files that it opened in the last 30 days.'),
  calls: count.describe('Calls of APIs that it opened in the last 30 days.'),
  ended: count.describe('Wallets whose pass ended in the last 30 days, and who have not bought it again.'),
})
type ShopPassFigures = z.infer<typeof passFiguresShape>

/** How the passes of the actor's shop that are or were sold are held and used, newest first. @param passId only that one */
export async function listPassFigures(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
  passId?: string,
): Promise<ShopPassFigures[]> {
  if (passId !== undefined && !isUuid(passId)) return []
  const routes = await database.storedRoute.findMany({
    where: {
      kind: 'pass',
      seller: shopOf(actor),
      state: { not: 'draft' },
      ...(passId !== undefined && { id: passId }),
    },
    select: { id: true, title: true, state: true, routeKey: true },
    orderBy: { id: 'desc' },
  })
  const sums = await sumPasses(
    database,
    routes.map(({ id: passId, routeKey }) => ({ passId, routeKey })),
  )
  return routes.flatMap(({ id: routeId, title, state }) => {
    const sum = sums.get(routeId)
    return sum ? [{ routeId, title, state, ...sum }] : []
  })
}
