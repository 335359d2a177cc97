import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { recordChange } from '../audit/record-change'
import { requireOperator } from '../operating/require-operator'
import type { SellersContext } from '../ports'

/** Withdraws an unused invitation. Fails with `OPERATOR_REQUIRED` or `INVITATION_NOT_FOUND`. */
export async function withdrawInvitation(context: SellersContext, actor: Actor, invitationId: string): Promise<void> {
  await requireOperator(context, actor)
  const at = context.clock()
  await context.database.$transaction(async (transaction) => {
    const rows = isUuid(invitationId)
      ? await transaction.$queryRaw<{ note: string }[]>`
          UPDATE seller_invitations SET withdrawn_at = ${at}
          WHERE id = ${invitationId}::uuid AND used_at IS NULL AND withdrawn_at IS NULL RETURNING note`
      : []
    const row = rows[0]
    if (!row) throw new DomainError('INVITATION_NOT_FOUND', say('invitationUnknown'))
    const change = { at, sellerId: null, act: 'invitation.withdrawn', subject: invitationId } as const
    await recordChange(transaction, actor, { ...change, before: { note: row.note } })
  })
}
