import { type Database, type DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { Family } from '@/lib/x402/networks'
import type { ResourceUri } from '@/lib/x402/resource-uri'

/**
 * A wallet and where it counts. A key is its owner's on every network of its family; a contract wallet only on the
 * one CAIP-2 network where it was proven, as the same address elsewhere may be somebody else's contract.
 */
export type WalletInScope = { scope: Family | string; address: string }

export type AccessQuestion = { wallets: readonly WalletInScope[]; resourceUri: ResourceUri }

/**
 * Whether a settled payment of one of these wallets gives a right to the resource that has not ended, by the
 * database's clock: those of instances differ.
 */
export async function hasPaid(
  database: Database | DatabaseTransaction,
  { wallets, resourceUri }: AccessQuestion,
): Promise<boolean> {
  if (wallets.length === 0) return false
  const owners = wallets.map(({ scope, address }) => {
    const isOwn = Prisma.sql`address_identity = ${addressIdentity(scope, address)}`
    return scope.includes(':') ? Prisma.sql`(${isOwn} AND network = ${scope})` : isOwn
  })
  const found = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM entitlements WHERE resource_uri = ${resourceUri} AND (${Prisma.join(owners, ' OR ')})
      AND (expires_at IS NULL OR expires_at > now()) LIMIT 1`
  return found.length > 0
}
