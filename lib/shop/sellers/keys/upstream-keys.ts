import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { id, time } from '@/lib/base/x402/views'
import { type Actor, shopOf } from '../actor'
import { inOwnShop } from '../audit/own-shop'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { sealText } from '../seal'
import { viewOf } from '../views'

export const upstreamKeyShape = z.object({
  keyId: id,
  signsFrom: time.describe('When it signs in place of the one before.'),
  createdAt: time,
})
export type UpstreamKeyView = z.infer<typeof upstreamKeyShape>

/** The keys of the actor's own shop, without their secrets: the one that signs, and the one that will. */
export async function listUpstreamKeys({ database }: SellersContext, actor: Actor): Promise<UpstreamKeyView[]> {
  const rows = await database.upstreamKey.findMany({
    where: { seller: shopOf(actor) },
    orderBy: { signsFrom: 'asc' },
  })
  return rows.map((row) => viewOf(upstreamKeyShape, { ...row, keyId: row.id }))
}

/** `now`: the new key signs at once, also where there is another; for one that has leaked. */
export const upstreamKeyInput = z.object({ now: z.boolean().default(false) }).strict()

/** How long a further key waits, so that a service can learn it before it signs. */
const WAITING_MS = 3_600_000

/**
 * Makes a key by which a shop's own servers verify who paid. It is returned only now. The first one signs at once; a
 * further one replaces it in an hour.
 */
export async function makeUpstreamKey(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<{ keyId: string; key: string; signsFrom: Date }> {
  const { now: isAtOnce } = parseInput(upstreamKeyInput, input)
  const keyId = randomUUID()
  const key = randomBytes(32).toString('base64url')
  return inOwnShop(context, actor, async ({ transaction, sellerId, now, record }) => {
    const current = await transaction.upstreamKey.findFirst({
      where: { sellerId, signsFrom: { lte: now } },
      orderBy: { signsFrom: 'desc' },
    })
    const signsFrom = isAtOnce || !current ? now : new Date(now.getTime() + WAITING_MS)
    // Two at most: the one that signs, and the one that will.
    const kept = isAtOnce || !current ? [] : [current.id]
    await transaction.upstreamKey.deleteMany({ where: { sellerId, id: { notIn: kept } } })
    const sealedKey = sealText(context.sealKey, keyId, key)
    await transaction.upstreamKey.create({ data: { id: keyId, sellerId, sealedKey, signsFrom, createdAt: now } })
    await record('upstream_key.made', keyId, { after: { signsFrom: signsFrom.toISOString() } })
    return { keyId, key, signsFrom }
  })
}
