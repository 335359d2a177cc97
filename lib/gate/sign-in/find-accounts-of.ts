import type { Database } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { NamedWallet } from '@/lib/base/x402/wallet-name'

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
