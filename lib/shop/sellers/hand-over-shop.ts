import { type DatabaseTransaction, isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/**
 * Moves the shop of an account that ends to the account that gets its last wallet. Fails with `SHOP_IN_THE_WAY` when
 * that account already has a shop, since an account has at most one.
 */
export async function handOverShop(
  transaction: DatabaseTransaction,
  { fromAccountId, toAccountId }: { fromAccountId: string; toAccountId: string },
): Promise<void> {
  // The new owner chooses where the shop gets its mail.
  await transaction.mailbox.deleteMany({ where: { seller: { accountId: fromAccountId } } })
  try {
    await transaction.seller.updateMany({ where: { accountId: fromAccountId }, data: { accountId: toAccountId } })
  } catch (error) {
    throw isUniqueViolation(error) ? inTheWay() : error
  }
}

const inTheWay = () => new DomainError('SHOP_IN_THE_WAY', say('bothHaveShops'))
