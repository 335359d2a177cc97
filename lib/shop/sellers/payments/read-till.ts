import { listTill, type TillLine } from '@/lib/payments/list-till'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import { lastDays } from './summarize-earnings'

/** Lines that a page shows at most. */
const SHOWN = 20

/** The day (UTC) of a till, and its newest lines. `isWhole` says that there are no more. */
export type Till = { day: Date; lines: TillLine[]; isWhole: boolean }

/** Today's sales and refunds of the actor's shop, newest first. */
export async function readTill({ database, clock }: SellersContext, actor: Actor): Promise<Till> {
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const { from } = lastDays(clock(), 1)
  const lines = await listTill(database, { sellerId, handle, from, limit: SHOWN + 1 })
  return { day: from, lines: lines.slice(0, SHOWN), isWhole: lines.length <= SHOWN }
}
