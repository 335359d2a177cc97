import type { Authorization } from '@/lib/base/chains/authorization'
import type { InFlight, LedgerAuthorization, SentTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, quick } from '@/lib/base/infra/database'
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
export type SettlementRecord = {
  authorization: Authorization
  state: SettlementState
  settleAmountAtomic: bigint | null
  reason: string | null
  claimToken: string | null
  /** The holder for which it is or was settled; null for a caller that named none. */
  holder: string | null
  /** The digest of the signed payload that it is or was last claimed for. */
  payloadDigest: string | null
  transaction: string
  /** Block height or slot at which it landed. */
  height: bigint | null
  isPendingAnswered: boolean
  isSuccessAnswered: boolean
}

type SettlementRow = Awaited<ReturnType<Database['settlement']['findUniqueOrThrow']>>
type SentRow = Awaited<ReturnType<Database['settlementTransaction']['findUniqueOrThrow']>>

export const toBigInt = (decimal: SettlementRow['amountAtomic']) => BigInt(decimal.toFixed(0))

function authorizationOfRow(row: SettlementRow): Authorization {
  const { key, network, asset, payer, payTo, nonce, validAfter, validBefore } = row
  const scheme = row.scheme as Authorization['scheme'] // Only this room writes it.
  const amountAtomic = toBigInt(row.amountAtomic)
  return { key, network, scheme, asset, payer, payTo, amountAtomic, nonce, validAfter, validBefore }
}

export function recordOfRow(row: SettlementRow & { sent: Pick<SentRow, 'hash'> | null }): SettlementRecord {
  return {
    authorization: authorizationOfRow(row),
    state: row.state as SettlementState, // Only this room writes it.
    settleAmountAtomic: row.settleAmountAtomic && toBigInt(row.settleAmountAtomic),
    reason: row.reason,
    claimToken: row.claimToken,
    holder: row.holder,
    payloadDigest: row.payloadDigest,
    transaction: row.transaction ?? row.sent?.hash ?? '',
    height: row.height,
    isPendingAnswered: row.pendingAnsweredAt !== null,
    isSuccessAnswered: row.successAnsweredAt !== null,
  }
}

export function ledgerAuthorizationOf(row: SettlementRow): LedgerAuthorization {
  const authorization = authorizationOfRow(row)
  const settleAmountAtomic = row.settleAmountAtomic ? toBigInt(row.settleAmountAtomic) : authorization.amountAtomic
  return { authorization, settleAmountAtomic }
}

export function inFlightOfRow(row: SettlementRow & { sent: Pick<SentRow, 'hash' | 'olderHashes'> | null }): InFlight {
  const transactions = row.sent ? [row.sent.hash, ...row.sent.olderHashes] : []
  return { authorization: authorizationOfRow(row), transactions }
}

export function sentTransactionOf(row: SentRow): SentTransaction {
  const { wallet, nonce, raw, lastValidHeight } = row
  return { wallet, nonce, hashes: [row.hash, ...row.olderHashes], raw, lastValidHeight }
}

/** A settled payment with the note that the catalog gave when it was sent. Addresses in the ledger's spelling. */
type NotedSettlement = {
  key: string
  network: string
  scheme: string
  asset: string
  payer: string
  payTo: string
  amountAtomic: bigint
  settledAt: Date
  note: unknown
}

/** Settled payments whose note the catalog has not processed yet, the first decided first. */
export const listNoted = (database: Database, limit: number): Promise<NotedSettlement[]> =>
  database.$queryRaw<NotedSettlement[]>`
    SELECT key, network, scheme, asset, payer, pay_to AS "payTo",
      coalesce(settle_amount_atomic, amount_atomic) AS "amountAtomic", decided_at AS "settledAt", catalog_note AS note
    FROM settlements WHERE state = 'settled' AND catalog_note IS NOT NULL
    ORDER BY decided_at LIMIT ${limit}`

/** Deletes notes that the catalog has processed. It recognises one that a database crash brings back by its key. */
export async function dropNotes(database: Database, keys: string[]): Promise<void> {
  await database.$executeRaw`
    WITH ${quick}, held AS (
      SELECT key FROM quick, settlements WHERE key = ANY (${keys}) ORDER BY key FOR NO KEY UPDATE OF settlements)
    UPDATE settlements SET catalog_note = NULL FROM held WHERE settlements.key = held.key`
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
  const steps = [
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'reserved' AND reserved_until < ${unstarted}::timestamptz
        ORDER BY reserved_until LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'abandoned' AND claimed_at < ${unstarted}::timestamptz
        ORDER BY claimed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'refused' AND decided_at < ${unpaid}::timestamptz
        ORDER BY decided_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'spent_zero' AND decided_at < ${unpaid}::timestamptz
          AND valid_before < ${unpaid}::timestamptz
        ORDER BY decided_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      UPDATE settlement_transactions SET raw = '', older_hashes = '{}' WHERE id = ANY (ARRAY(
        SELECT id FROM settlement_transactions WHERE state <> 'open' AND raw <> '' AND ended_at < ${ended}::timestamptz
        ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    // A key's gas is shown for a month.
    (limit: number) => database.$executeRaw`
      DELETE FROM gas_uses WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM gas_uses WHERE day < ${daysBefore(now, 32)}::date
        ORDER BY day LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  ]
  for (const step of steps) await prune(step, { signal, stepRows })
}
