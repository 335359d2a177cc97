import { z } from 'zod'
import { id, time } from '@/lib/base/x402/answer-parts'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import { shopRoles } from './roles'

const role = z.enum(shopRoles)

export const membersShape = z.object({
  members: z.array(
    z.object({
      memberId: id,
      role,
      address: z.string().nullable().describe('The wallet that was invited; of the first owner, its first wallet.'),
      joinedAt: time.nullable().describe('Null for the first owner.'),
    }),
  ),
  invitations: z.array(z.object({ invitationId: id, role, address: z.string(), expiresAt: time })),
})
export type Members = z.infer<typeof membersShape>

/** Who works in the actor's shop, and who is invited to. */
export async function listMembers(context: SellersContext, actor: Actor): Promise<Members> {
  const { database, clock } = context
  const { id } = await getOwnSeller(database, actor)
  const seller = await database.seller.findUniqueOrThrow({
    where: { id },
    include: {
      members: { orderBy: { joinedAt: 'asc' } },
      invited: { where: { expiresAt: { gt: clock() } }, orderBy: { createdAt: 'asc' } },
    },
  })
  const { accountId: memberId } = seller
  const first = { memberId, role: 'owner' as const, address: await context.addressOf(memberId), joinedAt: null }
  return {
    members: [first, ...seller.members.map(({ accountId, ...member }) => ({ memberId: accountId, ...member }))],
    invitations: seller.invited.map(({ id: invitationId, ...invitation }) => ({ invitationId, ...invitation })),
  }
}
