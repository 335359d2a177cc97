import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { addressIdentity, type NamedWallet, type ProvenWallet } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'

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
  const rows = await transaction.rows<unknown>(sql`
    SELECT 1 FROM account_wallets WHERE address_identity = ${addressIdentity(scope, address)} AND scope = ${scope}
      AND account_id = ${accountId}::uuid FOR SHARE`)
  return rows.length > 0
}

/** Deletes an account with its wallets and sessions. Its purchases hang on the wallets, which can sign in again. */
export async function deleteAccount(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await transaction.account.deleteMany({ where: { id: accountId } })
}

/**
 * Accounts of those wallets. An address counts only in the named scopes: anyone may deploy a contract at that very
 * address on another network, and sign in with it.
 */
export async function findAccountsOf(database: Database, wallets: readonly NamedWallet[]): Promise<string[]> {
  if (wallets.length === 0) return []
  const found = await database.accountWallet.findMany({
    where: {
      OR: wallets.map(({ address, scopes }) => ({
        addressIdentity: addressIdentity(scopes[0] ?? 'evm', address),
        scope: { in: scopes },
      })),
    },
  })
  return [...new Set(found.map(({ accountId }) => accountId))]
}
