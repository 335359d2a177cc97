import type { Database } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import { claimWallet } from './claim-wallet'
import type { ProvenWallet } from './wallet'

/**
 * Adds a further wallet to an account, after that wallet's own proof was verified and its nonce spent.
 * A wallet of another account moves here, as whoever proves it now controls it; an account left without any
 * wallet is nobody's and goes with its sessions.
 */
export async function linkWallet(
  database: Database,
  { accountId, wallet, now }: { accountId: string; wallet: ProvenWallet; now: Date },
): Promise<void> {
  const { scope, address } = wallet
  await database.$transaction(async (transaction) => {
    const before = await transaction.accountWallet.findUnique({
      where: { addressIdentity_scope: { addressIdentity: addressIdentity(scope, address), scope } },
      select: { accountId: true },
    })
    await claimWallet(transaction, { wallet, accountId, now, isTakenOver: true })
    if (before) await transaction.account.deleteMany({ where: { id: before.accountId, wallets: { none: {} } } })
  })
}
