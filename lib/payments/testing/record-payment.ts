import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { grantStatement } from '@/lib/payments/grants'

/** A right as a payment gives it; `network` is where it settled, as CAIP-2. */
export type PaidAccess = {
  network: string
  address: string
  paymentId: string | null
  right: string
  expiresAt: Date | null
}

/** Gives a wallet the right to a resource as the ledger does, without a payment. */
export async function recordPayment(
  database: Database | DatabaseTransaction,
  { network, address, paymentId, right, expiresAt }: PaidAccess,
): Promise<void> {
  const source = sql`(SELECT ${addressIdentity(network, address)} AS address_identity,
    ${right} AS resource_uri, ${network} AS network, ${paymentId} AS payment_id,
    ${expiresAt}::timestamptz AS expires_at) AS paid`
  await database.execute(grantStatement(source))
}
