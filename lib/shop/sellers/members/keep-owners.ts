import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/**
 * Refuses to change who the owners are while payout addresses need two of them: otherwise one could remove the
 * others, or make a second wallet of their own an owner. The caller has locked the shop.
 */
export async function keepOwners(transaction: DatabaseTransaction, sellerId: string): Promise<void> {
  const { isTwoPerson } = await transaction.seller.findUniqueOrThrow({ where: { id: sellerId } })
  if (isTwoPerson) throw new DomainError('TWO_OWNERS_ON', say('twoOwnersOn'))
}

/** Locks every shop in which one of the accounts works, so that who its owners are does not change before the end. */
export async function lockShopsOf(transaction: DatabaseTransaction, accountIds: readonly string[]): Promise<void> {
  await transaction.$queryRaw`
    SELECT id FROM sellers WHERE account_id = ANY(${accountIds}::uuid[])
      OR EXISTS (SELECT FROM shop_members WHERE seller_id = sellers.id AND account_id = ANY(${accountIds}::uuid[]))
    ORDER BY id FOR UPDATE`
}
