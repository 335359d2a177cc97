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
 * settling → streaming: nothing was sent to the chain, and the authorization holds, so charging is tried again, ever
 * later. False when it holds no longer.
 */
export async function postponeCharge(database: Database, lease: PaymentLease): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE payments SET ${toBeCharged}
    WHERE id = ${lease.paymentId}::uuid AND status = 'settling' AND lease_token = ${lease.leaseToken}::uuid
      AND valid_before > now()`
  return moved === 1
}

/**
 * unknown → streaming, for a stream: its content is out, and the chain has not seen its authorization, which moves money
 * once however often it is sent. So charging is tried again, as long as it holds; false for all other payments.
 */
export async function chargeAgain(database: Database, paymentId: string): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE payments SET ${toBeCharged}
    WHERE id = ${paymentId}::uuid AND status = 'unknown' AND scheme = 'upto' AND delivered_at IS NOT NULL
      AND valid_before > now()`
  return moved === 1
}

/** SQL: a later pass takes it over, ever later. */
const toBeCharged = Prisma.raw(`status = 'streaming', delivered_at = NULL, lease_token = NULL,
  lease_until = now() + least(greatest((now() - verified_at) / 4, interval '2 seconds'), interval '10 minutes')`)
