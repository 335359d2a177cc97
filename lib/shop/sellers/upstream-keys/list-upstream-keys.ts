import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

export const upstreamKeyShape = z.object({
  keyId: id,
  signsFrom: time.describe('When it signs in place of the one before.'),
  createdAt: time,
})
export type UpstreamKeyView = z.infer<typeof upstreamKeyShape>

/** The keys of the actor's own shop, without their secrets: the one that signs, and the one that will. */
export async function listUpstreamKeys(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
): Promise<UpstreamKeyView[]> {
  const rows = await database.upstreamKey.findMany({
    where: { seller: shopOf(actor) },
    orderBy: { signsFrom: 'asc' },
  })
  return rows.map(({ id, signsFrom, createdAt }) => ({ keyId: id, signsFrom, createdAt }))
}
