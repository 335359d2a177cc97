import type { Database, DatabaseTransaction } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { Family } from '@/lib/x402/networks'
import type { ResourceUri } from '@/lib/x402/resource-uri'

/**
 * A wallet and where it counts. A key is its owner's on every network of its family; a contract wallet only on the
 * one CAIP-2 network where it was proven, as the same address elsewhere may be somebody else's contract.
 */
export type WalletInScope = { scope: Family | string; address: string }

export type AccessQuestion = { wallets: readonly WalletInScope[]; resourceUri: ResourceUri; now: Date }

/** Whether a settled payment of one of these wallets gives a right to the resource that has not ended. */
export async function hasPaid(
  database: Database | DatabaseTransaction,
  { wallets, resourceUri, now }: AccessQuestion,
): Promise<boolean> {
  if (wallets.length === 0) return false
  const found = await database.entitlement.findFirst({
    where: {
      resourceUri,
      AND: [
        {
          OR: wallets.map(({ scope, address }) => ({
            addressIdentity: addressIdentity(scope, address),
            ...inScope(scope),
          })),
        },
        { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
      ],
    },
    select: { network: true },
  })
  return found !== null
}

const inScope = (scope: string) => (scope.includes(':') ? { network: scope } : {})
