import type { Database } from '@/lib/base/infra/database'
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
