import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { id, nextCursor, time } from '@/lib/base/x402/answer-parts'
import type { Actor } from '../actor'
import { requireOperator } from '../operating/require-operator'
import type { SellersContext } from '../ports'

const invitationShape = z.object({
  invitationId: id,
  note: z.string(),
  ending: z.string().describe('The last four characters of the code.'),
  wallet: z.string().nullable().describe('The only wallet that may use it; null for anyone with the code.'),
  state: z.enum(['open', 'used', 'withdrawn', 'expired']),
  createdAt: time,
  expiresAt: time,
  handle: z.string().nullable().describe('The shop that was opened with it.'),
})
export type InvitationView = z.infer<typeof invitationShape>

export const invitationPageShape = z.object({ invitations: z.array(invitationShape), nextCursor })

/** Invitations, newest first, for operators. */
export async function listInvitations(
  context: SellersContext,
  actor: Actor,
  { cursor, limit = 50 }: { cursor?: string; limit?: number } = {},
): Promise<z.infer<typeof invitationPageShape>> {
  await requireOperator(context, actor)
  const { database, clock } = context
  const rows = await database.sellerInvitation.findMany({
    where: cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {},
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const ids = shown.flatMap(({ sellerId }) => sellerId ?? [])
  const shops = await database.seller.findMany({ where: { id: { in: ids } }, select: { id: true, handle: true } })
  const handles = new Map(shops.map(({ id, handle }) => [id, handle]))
  const now = clock()
  const invitations = shown.map(({ id, sellerId, usedAt, withdrawnAt, expiresAt, ...row }): InvitationView => {
    const isOver = expiresAt <= now
    const state = usedAt ? 'used' : withdrawnAt ? 'withdrawn' : isOver ? 'expired' : 'open'
    const { note, ending, wallet, createdAt } = row
    return {
      invitationId: id,
      note,
      ending,
      wallet,
      state,
      createdAt,
      expiresAt,
      handle: handles.get(sellerId ?? '') ?? null,
    }
  })
  return { invitations, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
