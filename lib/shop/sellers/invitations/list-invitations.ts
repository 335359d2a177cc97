import { isUuid } from '@/lib/base/infra/is-uuid'
import type { Actor } from '../actor'
import { requireOperator } from '../operating/require-operator'
import type { SellersContext } from '../ports'

export type InvitationView = {
  invitationId: string
  note: string
  /** The last four characters of the code. */
  ending: string
  wallet: string | null
  state: 'open' | 'used' | 'withdrawn' | 'expired'
  createdAt: Date
  expiresAt: Date
  /** The handle of the shop that was opened with it. */
  handle: string | null
}

export type InvitationPage = { invitations: InvitationView[]; nextCursor: string | null }

/** Invitations, newest first, for operators. */
export async function listInvitations(
  context: SellersContext,
  actor: Actor,
  { cursor, limit = 50 }: { cursor?: string; limit?: number } = {},
): Promise<InvitationPage> {
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
