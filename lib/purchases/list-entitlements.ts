import type { Database } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { WalletInScope } from './has-paid'

export type EntitlementView = {
  resourceUri: string
  network: string
  paymentId: string | null
  grantedAt: Date
  expiresAt: Date | null
}

const MAX_PAGE = 100

/** What these wallets have paid for and may still open, newest first; `before` is the last page's oldest `grantedAt`. */
export async function listEntitlements(
  database: Database,
  {
    wallets,
    now,
    before,
    limit = MAX_PAGE,
  }: { wallets: readonly WalletInScope[]; now: Date; before?: Date; limit?: number },
): Promise<EntitlementView[]> {
  if (wallets.length === 0) return []
  return database.entitlement.findMany({
    where: {
      AND: [
        {
          OR: wallets.map(({ scope, address }) => ({
            addressIdentity: addressIdentity(scope, address),
            ...(scope.includes(':') ? { network: scope } : {}),
          })),
        },
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      ],
      ...(before ? { grantedAt: { lt: before } } : {}),
    },
    orderBy: [{ grantedAt: 'desc' }, { resourceUri: 'asc' }],
    take: Math.min(limit, MAX_PAGE),
    select: { resourceUri: true, network: true, paymentId: true, grantedAt: true, expiresAt: true },
  })
}
