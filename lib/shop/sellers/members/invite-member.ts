import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { ruled, say } from '@/lib/base/sentences/say'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { id, time } from '@/lib/base/x402/answer-parts'
import { parseWalletName } from '@/lib/base/x402/wallet-name'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { confirmByWallet } from '../confirm-by-wallet'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { keepOwners } from './keep-owners'
import { shopRoles } from './roles'

const OPEN_FOR_MS = 14 * 86_400_000
const MAXIMUM_MEMBERS = 50

export const memberInput = z
  .object({
    wallet: z.string().trim().max(150).describe('Its address; a contract wallet also by its network, as CAIP-10.'),
    role: z.enum(shopRoles, { message: ruled('chooseRole') }),
  })
  .strict()

export const newMemberShape = z.object({ invitationId: id, expiresAt: time })

/**
 * Invites the account of one wallet to the actor's shop; it joins when it accepts, signed in with that wallet. A wallet
 * of the actor has to sign: `SIGNATURE_REQUIRED` says what. A new invitation of a wallet replaces the one before.
 */
export async function inviteMember(
  context: SellersContext,
  actor: Actor,
  input: unknown,
  proof: string | null = null,
): Promise<z.infer<typeof newMemberShape>> {
  const { database, clock } = context
  const { wallet: written, role } = parseInput(memberInput, input)
  const named = parseWalletName(written)
  if (!named) throw new InputRefusedError({ wallet: say('memberWalletRule') })
  const { address, scopes } = named
  const identity = addressIdentity(scopes[0] ?? 'evm', address)
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const statement = `Invite ${written} to the shop ${handle}, as ${role}.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/members', statement }, proof })
  const createdAt = clock()
  const expiresAt = new Date(createdAt.getTime() + OPEN_FOR_MS)
  const invitationId = await database.$transaction(async (transaction) => {
    await lockOwnShop(transaction, actor)
    if (role === 'owner') await keepOwners(transaction, sellerId)
    const { wallet } = await spend(transaction)
    const where = { sellerId, expiresAt: { lte: createdAt } }
    await transaction.memberInvitation.deleteMany({ where })
    const counts = [
      await transaction.shopMember.count({ where: { sellerId } }),
      await transaction.memberInvitation.count({ where: { sellerId, addressIdentity: { not: identity } } }),
    ]
    if (counts.reduce((sum, count) => sum + count) >= MAXIMUM_MEMBERS)
      throw new DomainError('MEMBERS_TOO_MANY', say('membersTooMany', { maximum: MAXIMUM_MEMBERS }))
    const row = { role, address, scopes, createdAt, expiresAt }
    const key = { sellerId, addressIdentity: identity }
    const { id } = await transaction.memberInvitation.upsert({
      where: { sellerId_addressIdentity: key },
      create: { ...key, ...row },
      update: row,
    })
    const change = { at: createdAt, sellerId, act: 'member.invited', subject: address, wallet } as const
    await recordChange(transaction, actor, { ...change, after: { role } })
    return id
  })
  return { invitationId, expiresAt }
}

/** Takes back an invitation. Fails with `INVITATION_NOT_FOUND`, also for another shop's. */
export async function withdrawMember(context: SellersContext, actor: Actor, invitationId: string): Promise<void> {
  const { database, clock } = context
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor)
    const where = { id: invitationId, sellerId }
    const row = isUuid(invitationId) ? await transaction.memberInvitation.findFirst({ where }) : null
    if (!row) throw invitationUnknown()
    await transaction.memberInvitation.delete({ where: { id: row.id } })
    const change = { at: clock(), sellerId, act: 'member.withdrawn', subject: row.address } as const
    await recordChange(transaction, actor, { ...change, before: { role: row.role } })
  })
}

export const invitationUnknown = () => new DomainError('INVITATION_NOT_FOUND', say('invitationUnknown'))
