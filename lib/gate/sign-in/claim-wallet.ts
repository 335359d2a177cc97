import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

/**
 * Adds a proven wallet to an account unless an account has it already, and returns the account that holds it. The
 * wallet is locked until the transaction ends, so that it stays with that account, and the account stays.
 */
export async function claimWallet(
  transaction: DatabaseTransaction,
  claim: { wallet: ProvenWallet; accountId: string; now: Date },
): Promise<string> {
  const { wallet, accountId, now } = claim
  const identity = addressIdentity(wallet.scope, wallet.address)
  const rows = await transaction.$queryRaw<{ account_id: string }[]>`
    INSERT INTO account_wallets AS known (address_identity, scope, address, linked_at, account_id)
    VALUES (${identity}, ${wallet.scope}, ${wallet.address}, ${now}, ${accountId}::uuid)
    ON CONFLICT (address_identity, scope) DO UPDATE SET account_id = known.account_id
    RETURNING account_id`
  const [row] = rows
  if (!row) throw new Error('Expected the claimed wallet back from the database.')
  return row.account_id
}
