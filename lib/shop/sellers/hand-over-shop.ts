import { type DatabaseTransaction, isUniqueViolation } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'

/**
 * Gives the shop of an account that ends to the account that its last wallet goes to; nothing where it has none.
 * Fails with `SHOP_IN_THE_WAY` when that account has one already, since an account has one at most.
 */
export async function handOverShop(
  transaction: DatabaseTransaction,
  { fromAccountId, toAccountId }: { fromAccountId: string; toAccountId: string },
): Promise<void> {
  // Its new owner says where the shop is told from now on.
  await transaction.mailbox.deleteMany({ where: { seller: { accountId: fromAccountId } } })
  try {
    await transaction.seller.updateMany({ where: { accountId: fromAccountId }, data: { accountId: toAccountId } })
  } catch (error) {
    throw isUniqueViolation(error) ? inTheWay() : error
  }
}

const inTheWay = () => new DomainError('SHOP_IN_THE_WAY', say('bothHaveShops'))
