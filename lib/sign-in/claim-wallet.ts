import type { DatabaseTransaction } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { ProvenWallet } from './wallet'

/** Puts a proven wallet into an account and returns the account that holds it: the old one unless it is taken over. */
export async function claimWallet(
  transaction: DatabaseTransaction,
  claim: { wallet: ProvenWallet; accountId: string; now: Date; isTakenOver: boolean },
): Promise<string> {
  const { wallet, accountId, now, isTakenOver } = claim
  const identity = addressIdentity(wallet.scope, wallet.address)
  const rows = await transaction.$queryRaw<{ account_id: string }[]>`
    INSERT INTO account_wallets (address_identity, scope, address, linked_at, account_id)
    VALUES (${identity}, ${wallet.scope}, ${wallet.address}, ${now}, ${accountId}::uuid)
    ON CONFLICT (address_identity, scope) DO UPDATE SET
      account_id = CASE WHEN ${isTakenOver} THEN excluded.account_id ELSE account_wallets.account_id END,
      linked_at = CASE WHEN ${isTakenOver} THEN excluded.linked_at ELSE account_wallets.linked_at END
    RETURNING account_id`
  const [row] = rows
  if (!row) throw new Error('Expected the claimed wallet back from the database.')
  return row.account_id
}
