import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'

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
