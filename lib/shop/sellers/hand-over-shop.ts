import { type DatabaseTransaction, isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { keepOwners, lockShopsOf } from './members/keep-owners'

/**
 * Moves the shop of an account that ends, and its part in others, to the account that gets its last wallet. Fails
 * with `SHOP_IN_THE_WAY` when that account already has a shop, since an account has at most one.
 */
export async function handOverShop(
  transaction: DatabaseTransaction,
  ids: { fromAccountId: string; toAccountId: string },
): Promise<void> {
  const { fromAccountId, toAccountId } = ids
  // The new owner chooses where the shop gets its mail.
  await transaction.mailbox.deleteMany({ where: { seller: { accountId: fromAccountId } } })
  await moveMemberships(transaction, ids)
  try {
    await transaction.seller.updateMany({ where: { accountId: fromAccountId }, data: { accountId: toAccountId } })
  } catch (error) {
    throw isUniqueViolation(error) ? inTheWay() : error
  }
}

/**
 * Its roles in other shops go with it, and its keys. Where the other account has a part already, that one stays, but an
 * owner stays an owner: a shop that needs two must not be left with one.
 */
async function moveMemberships(
  transaction: DatabaseTransaction,
  { fromAccountId, toAccountId }: { fromAccountId: string; toAccountId: string },
): Promise<void> {
  await lockShopsOf(transaction, [fromAccountId, toAccountId])
  // Two owners may not become one, who could then never be joined by a second signature.
  const shared = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM sellers AS shop WHERE is_two_person AND (
      SELECT count(*) FROM shop_members WHERE seller_id = shop.id AND role = 'owner'
        AND account_id IN (${fromAccountId}::uuid, ${toAccountId}::uuid)
    ) + (shop.account_id IN (${fromAccountId}::uuid, ${toAccountId}::uuid))::int = 2`
  for (const { id } of shared) await keepOwners(transaction, id)
  await transaction.$executeRaw`
    UPDATE shop_members AS kept SET role = 'owner' FROM shop_members AS ended
    WHERE kept.seller_id = ended.seller_id AND ended.role = 'owner'
      AND ended.account_id = ${fromAccountId}::uuid AND kept.account_id = ${toAccountId}::uuid`
  await transaction.$executeRaw`
    DELETE FROM shop_members AS own USING sellers AS shop
    WHERE shop.id = own.seller_id AND own.account_id IN (${fromAccountId}::uuid, ${toAccountId}::uuid)
      AND (shop.account_id IN (${fromAccountId}::uuid, ${toAccountId}::uuid) OR own.account_id = ${fromAccountId}::uuid
        AND EXISTS (SELECT FROM shop_members AS other WHERE other.seller_id = own.seller_id AND other.account_id = ${toAccountId}::uuid))`
  const move = { where: { accountId: fromAccountId }, data: { accountId: toAccountId } }
  await transaction.shopMember.updateMany(move)
  await transaction.sellerKey.updateMany(move)
  await transaction.ownerProposal.updateMany(move)
}

const inTheWay = () => new DomainError('SHOP_IN_THE_WAY', say('bothHaveShops'))
