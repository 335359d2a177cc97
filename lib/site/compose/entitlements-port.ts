import { coalesce } from '@/lib/base/infra/coalesce'
import type { Database } from '@/lib/base/infra/database'
import type { EntitlementsPort } from '@/lib/gate/resource-server/ports'
import { type AccessQuestion, hasPaidEach } from '@/lib/payments/has-paid'

export function toEntitlementsPort(database: Database): EntitlementsPort {
  const ask = coalesce((questions: AccessQuestion[]) => hasPaidEach(database, questions), { maxItems: 200, maxRuns: 2 })
  return { hasPaid: (wallets, right, entitlementSeconds) => ask({ wallets, right, entitlementSeconds }) }
}
