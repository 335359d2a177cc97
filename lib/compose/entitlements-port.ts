import { coalesce } from '@/lib/infra/coalesce'
import type { Database } from '@/lib/infra/database'
import { type AccessQuestion, hasPaidEach } from '@/lib/payments/has-paid'
import type { EntitlementsPort } from '@/lib/resource-server/ports'

/** The gate's view of what wallets have paid for. */
export function toEntitlementsPort(database: Database): EntitlementsPort {
  const ask = coalesce((questions: AccessQuestion[]) => hasPaidEach(database, questions), { maxItems: 200, maxRuns: 2 })
  return { hasPaid: (wallets, right, entitlementSeconds) => ask({ wallets, right, entitlementSeconds }) }
}
