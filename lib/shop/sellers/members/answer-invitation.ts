import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'
import { invitationUnknown } from './invite-member'
import { keepOwners } from './keep-owners'

/**
 * Accepts or declines an invitation to a shop, by an account that has the invited wallet; the shop's id. Fails with
 * `INVITATION_NOT_FOUND`, also for one of another wallet, and with `MEMBER_EXISTS`.
 */
export async function answerInvitation(
  { database, clock, confirmations }: SellersContext,
  { accountId, ...means }: Actor,
  { invitationId, isAccepted }: { invitationId: string; isAccepted: boolean },
): Promise<string> {
  if (!isUuid(invitationId)) throw invitationUnknown()
  const at = clock()
  return database.$transaction(async (transaction) => {
    const where = { id: invitationId, expiresAt: { gt: at }, seller: { closedAt: null } }
    const found = await transaction.memberInvitation.findFirst({ where, select: { sellerId: true } })
    if (!found) throw invitationUnknown()
    const { sellerId } = found
    // Changes of members follow each other: this one was withdrawn, or answered, before the lock was ours.
    const shops = await transaction.$queryRaw<{ accountId: string }[]>`
      SELECT account_id AS "accountId" FROM sellers WHERE id = ${sellerId}::uuid FOR UPDATE`
    const row = await transaction.memberInvitation.findFirst({ where })
    if (!row) throw invitationUnknown()
    const { address, role, scopes } = row
    let isOwn = false
    for (const scope of scopes) isOwn ||= await confirmations.isWalletOf(transaction, { scope, address }, accountId)
    if (!isOwn) throw invitationUnknown()
    await transaction.memberInvitation.delete({ where: { id: invitationId } })
    if (isAccepted) {
      if (role === 'owner') await keepOwners(transaction, sellerId)
      const member = { sellerId, accountId }
      const isMember = await transaction.shopMember.findUnique({ where: { sellerId_accountId: member } })
      if (isMember || shops[0]?.accountId === accountId) throw new DomainError('MEMBER_EXISTS', say('memberExists'))
      await transaction.shopMember.create({ data: { ...member, role, address, joinedAt: at } })
    }
    const act = isAccepted ? 'member.joined' : 'member.declined'
    const { sessionId } = means
    const actor = { accountId, ...(sessionId !== undefined && { sessionId }) }
    await recordChange(transaction, actor, { at, sellerId, act, subject: address, after: { role } })
    return sellerId
  })
}
