import type { DatabaseTransaction } from '@/lib/base/infra/database'

/** Deletes an account with its wallets and sessions. Its purchases hang on the wallets, which can sign in again. */
export async function deleteAccount(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await transaction.account.deleteMany({ where: { id: accountId } })
}
