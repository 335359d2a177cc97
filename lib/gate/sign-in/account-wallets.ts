import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

export const listOwnWallets = (database: Database, accountId: string): Promise<ProvenWallet[]> =>
  database.accountWallet.findMany({
    where: { accountId },
    select: { scope: true, address: true },
    orderBy: { linkedAt: 'asc' },
  })

/** Proven addresses of an account on one network: keys of its family, and contracts there. */
export async function listWalletsOf(
  database: Database,
  { accountId, network }: { accountId: string; network: string },
): Promise<string[]> {
  const scope = { in: [network, familyOf(network) ?? network] }
  const wallets = await database.accountWallet.findMany({ where: { accountId, scope }, select: { address: true } })
  return wallets.map(({ address }) => address)
}

/** True if that wallet is the account's. Holds until the transaction ends, as the wallet is locked until then. */
export async function isWalletOf(
  transaction: DatabaseTransaction,
  { scope, address }: ProvenWallet,
  accountId: string,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM account_wallets WHERE address_identity = ${addressIdentity(scope, address)} AND scope = ${scope}
      AND account_id = ${accountId}::uuid FOR SHARE`
  return rows.length > 0
}

/** Deletes an account with its wallets and sessions. Its purchases hang on the wallets, which can sign in again. */
export async function deleteAccount(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await transaction.account.deleteMany({ where: { id: accountId } })
}
