import { type Database, Prisma } from '@/lib/infra/database'
import { timeOf } from '@/lib/infra/time-of'
import { leaseFromNow, leaseIsFree, type PaymentLease } from './leases'
import { type Entitlement, endOf, mustMove } from './ledger'
import { type LedgerRow, toLedgerRow } from './ledger-row'
import type { Verified } from './settling-note'

/** How many lapsed streams are charged at once. */
const TAKEN_AT_ONCE = 20

/** claimed → streaming: from now on content leaves, and its noted amount is charged in any case. */
export async function beginStreaming(
  database: Database,
  lease: PaymentLease & { verified: Verified; entitlement: Entitlement },
): Promise<void> {
  await mustMove(
    lease.paymentId,
    database.$executeRaw`
      UPDATE payments SET status = 'streaming', settled_atomic = 0, verified_at = ${timeOf(lease.verified.atMs)},
        last_height = ${lease.verified.lastHeight}::bigint,
        entitlement_uri = ${lease.entitlement.entitlementUri}, entitled_until = ${endOf(lease.entitlement)}
      WHERE id = ${lease.paymentId}::uuid AND status = 'claimed' AND lease_token = ${lease.leaseToken}::uuid`,
  )
}

/** Notes a stream's amount so far, to be charged if this process ends. False when another process does so. */
export async function noteStreamed(database: Database, lease: PaymentLease, amountAtomic: bigint): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE payments SET settled_atomic = ${amountAtomic.toString()}::numeric, lease_until = ${leaseFromNow}
    WHERE id = ${lease.paymentId}::uuid AND status = 'streaming' AND lease_token = ${lease.leaseToken}::uuid`
  return moved === 1
}

/** Takes over streams whose requests have ended without charging them; each goes to one caller. */
export async function takeLapsedStreams(database: Database): Promise<(LedgerRow & { leaseToken: string })[]> {
  const taken = await database.$queryRaw<{ id: string }[]>`
    UPDATE payments SET lease_token = gen_random_uuid(), lease_until = ${leaseFromNow}
    WHERE id IN (SELECT id FROM payments WHERE status = 'streaming' AND scheme = 'upto' AND ${leaseIsFree}
      ORDER BY lease_until LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED)
    RETURNING id`
  const rows = await database.payment.findMany({ where: { id: { in: taken.map(({ id }) => id) } } })
  return rows.flatMap((row) => (row.leaseToken ? [{ ...toLedgerRow(row), leaseToken: row.leaseToken }] : []))
}

/**
 * settling or unknown → streaming, where the chain has not seen the authorization of a stream and it still holds: its
 * content is out, and an authorization moves money once however often it is sent. So charging is tried again, ever later.
 * False for all other payments. A reconciler passes no lease, and moves only what is in doubt.
 */
export async function postponeCharge(
  database: Database,
  { paymentId, leaseToken }: { paymentId: string; leaseToken: string | null },
): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE payments SET status = 'streaming', delivered_at = NULL, lease_token = NULL,
      lease_until = now() + ${retryDelay}
    WHERE id = ${paymentId}::uuid AND scheme = 'upto' AND delivered_at IS NOT NULL AND valid_before > now()
      AND (status = 'unknown' OR (status = 'settling' AND lease_token = ${leaseToken}::uuid))`
  return moved === 1
}

const retryDelay = Prisma.raw(`least(greatest((now() - verified_at) / 4, interval '2 seconds'), interval '10 minutes')`)
