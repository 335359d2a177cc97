import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { ruled, say } from '@/lib/base/sentences/say'
import { type Actor, getOwnSeller, lockOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { confirmByWallet } from '../confirm-by-wallet'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { keepOwners, lockShopsOf } from './keep-owners'
import { type ShopRole, shopRoles } from './roles'

export const roleInput = z.object({ role: z.enum(shopRoles, { message: ruled('chooseRole') }) }).strict()

/**
 * Gives a member of the actor's shop another role; null removes it. A wallet of the actor has to sign:
 * `SIGNATURE_REQUIRED` says what. Fails with `MEMBER_NOT_FOUND`, and with `OWNER_LAST` where the shop would lose its last
 * owner.
 */
export async function changeMember(
  context: SellersContext,
  actor: Actor,
  { memberId, role: given }: { memberId: string; role: unknown },
  proof: string | null = null,
): Promise<void> {
  const { database, clock } = context
  const role = given === null ? null : parseInput(roleInput, { role: given }).role
  const { handle } = await getOwnSeller(database, actor)
  const { address } = await getMember(context, database, actor, memberId)
  const statement = role
    ? `Make ${address} ${role} of the shop ${handle}.`
    : `Remove ${address} from the members of the shop ${handle}.`
  const spend = await confirmByWallet(context, actor, { act: { path: '/dashboard/members', statement }, proof })
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor)
    const { wallet } = await spend(transaction)
    const member = await getMember(context, transaction, actor, memberId)
    if (member.role === 'owner' || role === 'owner') await keepOwners(transaction, sellerId)
    if (role === null) await endMember(transaction, { sellerId, accountId: memberId, at: clock() })
    else if (member.isFirst) throw ownerLast()
    else await transaction.shopMember.updateMany({ where: { sellerId, accountId: memberId }, data: { role } })
    const act = role === null ? 'member.removed' : 'member.changed'
    const change = { at: clock(), sellerId, act, subject: address, before: { role: member.role }, wallet } as const
    await recordChange(transaction, actor, { ...change, ...(role && { after: { role } }) })
  })
}

/** Ends the actor's own membership. Fails with `OWNER_LAST` for the last owner. */
export async function leaveShop(context: SellersContext, actor: Actor): Promise<void> {
  const { database, clock } = context
  await database.$transaction(async (transaction) => {
    const sellerId = await lockOwnShop(transaction, actor, { isAboutMoney: true })
    const { address, role } = await getMember(context, transaction, actor, actor.accountId)
    if (role === 'owner') await keepOwners(transaction, sellerId)
    await endMember(transaction, { sellerId, accountId: actor.accountId, at: clock() })
    const change = { at: clock(), sellerId, act: 'member.left', subject: address, before: { role } } as const
    await recordChange(transaction, actor, change)
  })
}

type Member = { address: string; role: ShopRole; isFirst: boolean }

async function getMember(
  { addressOf }: SellersContext,
  database: SellersContext['database'] | DatabaseTransaction,
  actor: Actor,
  memberId: string,
): Promise<Member> {
  const { id: sellerId } = await getOwnSeller(database, actor)
  if (!isUuid(memberId)) throw memberUnknown()
  const member = await database.shopMember.findUnique({
    where: { sellerId_accountId: { sellerId, accountId: memberId } },
  })
  if (member) return { ...member, isFirst: false }
  const isFirst = await database.seller.findUnique({
    where: { id: sellerId, accountId: memberId },
    select: { id: true },
  })
  if (!isFirst) throw memberUnknown()
  return { address: (await addressOf(memberId)) ?? memberId, role: 'owner', isFirst: true }
}

/**
 * Ends a membership with the keys that it made. The first owner's place goes to the owner who joined first and has no
 * shop of their own. The caller has locked the shop.
 */
async function endMember(
  transaction: DatabaseTransaction,
  { sellerId, accountId, at }: { sellerId: string; accountId: string; at: Date },
): Promise<void> {
  const isMember = await transaction.shopMember.deleteMany({ where: { sellerId, accountId } })
  if (isMember.count === 0) await replaceFirstOwner(transaction, sellerId)
  const makers = isMember.count === 0 ? [{ accountId }, { accountId: null }] : [{ accountId }]
  await transaction.sellerKey.updateMany({ where: { sellerId, revokedAt: null, OR: makers }, data: { revokedAt: at } })
}

async function replaceFirstOwner(transaction: DatabaseTransaction, sellerId: string): Promise<void> {
  const [next] = await transaction.$queryRaw<{ accountId: string }[]>`
    DELETE FROM shop_members WHERE seller_id = ${sellerId}::uuid AND account_id = (
      SELECT account_id FROM shop_members AS owner WHERE seller_id = ${sellerId}::uuid AND role = 'owner'
        AND NOT EXISTS (SELECT FROM sellers WHERE sellers.account_id = owner.account_id)
      ORDER BY joined_at LIMIT 1)
    RETURNING account_id AS "accountId"`
  if (!next) throw ownerLast()
  await transaction.seller.update({ where: { id: sellerId }, data: next })
}

const ownerLast = () => new DomainError('OWNER_LAST', say('ownerLast'))
const memberUnknown = () => new DomainError('MEMBER_NOT_FOUND', say('memberUnknown'))

/** Ends an account's part in every shop. */
export async function endMemberships(transaction: DatabaseTransaction, accountId: string, at: Date): Promise<void> {
  await lockShopsOf(transaction, [accountId])
  const owned = await transaction.shopMember.findMany({
    where: { accountId, role: 'owner', seller: { closedAt: null } },
  })
  for (const { sellerId } of owned) await keepOwners(transaction, sellerId)
  await transaction.shopMember.deleteMany({ where: { accountId } })
  await transaction.sellerKey.updateMany({ where: { accountId, revokedAt: null }, data: { revokedAt: at } })
}
