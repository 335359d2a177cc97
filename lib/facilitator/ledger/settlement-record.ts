import type { InFlight, LedgerAuthorization } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, quick, type Sql, sql } from '@/lib/base/infra/database'
import { daysBefore, hoursBefore, prune, type Retention } from '@/lib/base/infra/prune'

/** State of one authorization. `reserved`, `abandoned` and `refused` may be claimed; the others never again. */
export type SettlementState =
  | 'reserved'
  | 'abandoned'
  | 'claimed'
  | 'settling'
  | 'unknown'
  | 'settled'
  | 'refused'
  | 'spent_zero'

export const inFlightStates: SettlementState[] = ['claimed', 'settling', 'unknown']

export const claimableStates: SettlementState[] = ['reserved', 'abandoned', 'refused']

/** The ledger's record of one authorization. `transaction` is where it landed, else where it was sent. */
export type SettlementRecord = LedgerAuthorization &
  InFlight & {
    state: SettlementState
    reason: string | null
    claimToken: string | null
    /** The holder for which it is or was settled; null for a caller that named none. */
    holder: string | null
    /** The digest of the signed payload that it is or was last claimed for. */
    payloadDigest: string | null
    transaction: string
    /** The stored transaction that was sent for it last; the one that settled it may be another's. */
    transactionId: string | null
    /** Block height or slot at which it landed. */
    height: bigint | null
    missingSince: Date | null
    isPendingAnswered: boolean
    isSuccessAnswered: boolean
  }

/** The records of `settlements AS s` for which that holds. */
export const readSettlements = (database: Database, where: Sql): Promise<SettlementRecord[]> =>
  database.rows<SettlementRecord>(sql`
    SELECT s.key, s.network, s.scheme, s.asset, s.payer, s.pay_to AS "payTo", s.amount_atomic AS "amountAtomic", s.nonce,
      s.valid_after AS "validAfter", s.valid_before AS "validBefore",
      coalesce(s.settle_amount_atomic, s.amount_atomic) AS "settleAmountAtomic", s.state, s.reason,
      s.claim_token::text AS "claimToken", s.holder::text, s.payload_digest AS "payloadDigest",
      coalesce(s.transaction, t.hash, '') AS transaction, t.id::text AS "transactionId",
      CASE WHEN t.id IS NULL THEN '{}' ELSE array_prepend(t.hash, t.older_hashes) END AS transactions, s.height, s.missing_since AS "missingSince",
      s.pending_answered_at IS NOT NULL AS "isPendingAnswered", s.success_answered_at IS NOT NULL AS "isSuccessAnswered"
    FROM settlements AS s LEFT JOIN settlement_transactions AS t ON t.id = s.transaction_id WHERE ${where}`)

/** A settled payment with the note that the catalog gave when it was sent. Addresses in the ledger's spelling. */
type NotedSettlement = Omit<LedgerAuthorization, 'nonce' | 'validAfter' | 'validBefore' | 'settleAmountAtomic'> & {
  settledAt: Date
  note: unknown
}

/** Settled payments whose note the catalog has not processed yet, the first decided first. */
export const listNoted = (database: Database, limit: number): Promise<NotedSettlement[]> =>
  database.rows<NotedSettlement>(sql`
    SELECT key, network, scheme, asset, payer, pay_to AS "payTo",
      coalesce(settle_amount_atomic, amount_atomic) AS "amountAtomic", decided_at AS "settledAt", catalog_note AS note
    FROM settlements WHERE state = 'settled' AND catalog_note IS NOT NULL
    ORDER BY decided_at LIMIT ${limit}`)

/** Deletes notes that the catalog has processed. It recognises one that a database crash brings back by its key. */
export async function dropNotes(database: Database, keys: string[]): Promise<void> {
  await database.execute(sql`
    WITH ${quick}, held AS (
      SELECT key FROM quick, settlements WHERE key = ANY (${keys}) ORDER BY key FOR NO KEY UPDATE OF settlements)
    UPDATE settlements SET catalog_note = NULL FROM held WHERE settlements.key = held.key`)
}

/**
 * Deletes authorizations that moved no money: reservations that lapsed, released claims, and refused settlements. All
 * of them may be claimed again, like one that was never seen; the chain tells whether it is spent. Those used up
 * without a charge are deleted only when the chain no longer accepts them: until then only the row says that they are
 * spent.
 * Drops the signed form of transactions that have ended. Settled rows stay for ever.
 * Skips locked rows. For a job.
 */
export async function pruneSettlements(
  database: Database,
  retention: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const unstarted = hoursBefore(now, retention.unstartedHours)
  const unpaid = daysBefore(now, retention.unpaidDays)
  const ended = daysBefore(now, retention.transactionsDays)
  const deleteOldest = (by: Sql, where: Sql) => (limit: number) =>
    database.execute(sql`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE ${where} ORDER BY ${by} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`)
  const steps = [
    deleteOldest(sql`reserved_until`, sql`state = 'reserved' AND reserved_until < ${unstarted}::timestamptz`),
    deleteOldest(sql`claimed_at`, sql`state = 'abandoned' AND claimed_at < ${unstarted}::timestamptz`),
    deleteOldest(sql`decided_at`, sql`state = 'refused' AND decided_at < ${unpaid}::timestamptz`),
    deleteOldest(
      sql`decided_at`,
      sql`state = 'spent_zero' AND decided_at < ${unpaid}::timestamptz AND valid_before < ${unpaid}::timestamptz`,
    ),
    (limit: number) =>
      database.execute(sql`
      UPDATE settlement_transactions SET raw = '', older_hashes = '{}' WHERE id = ANY (ARRAY(
        SELECT id FROM settlement_transactions WHERE state <> 'open' AND raw <> '' AND ended_at < ${ended}::timestamptz
        ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`),
    // A key's gas is shown for a month.
    (limit: number) =>
      database.execute(sql`
      DELETE FROM gas_uses WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM gas_uses WHERE day < ${daysBefore(now, 32)}::date
        ORDER BY day LIMIT ${limit} FOR UPDATE SKIP LOCKED))`),
  ]
  for (const step of steps) await prune(step, { signal, stepRows })
}
