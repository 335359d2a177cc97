import type { Database } from '@/lib/infra/database'
import { hasPaid } from '@/lib/purchases/has-paid'
import { grantStatement } from '@/lib/purchases/record-payment'
import type { EntitlementsPort } from '@/lib/resource-server/ports'
import type { ResourceUri } from '@/lib/x402/resource-uri'

/** The gate's view of what wallets have paid for. */
export function toEntitlementsPort(database: Database): EntitlementsPort {
  return {
    hasPaid: (wallets, resourceUri) => hasPaid(database, { wallets, resourceUri: resourceUri as ResourceUri }),
    grantStatement,
  }
}
