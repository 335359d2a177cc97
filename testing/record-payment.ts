import { type Database, type DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { grantStatement, type PaidBy } from '@/lib/payments/grant-statement'
import type { ResourceUri } from '@/lib/x402/resource-uri'

export type PaidAccess = PaidBy & { resourceUri: ResourceUri; expiresAt: Date | null }

/** Gives a wallet the right to a resource as the ledger does, without a payment. */
export async function recordPayment(
  database: Database | DatabaseTransaction,
  { resourceUri, expiresAt, ...paidBy }: PaidAccess,
): Promise<void> {
  const source = Prisma.sql`(SELECT ${resourceUri} AS resource_uri, ${expiresAt}::timestamptz AS expires_at) AS paid`
  await database.$executeRaw(grantStatement(paidBy, source))
}
