import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, quick, sql } from '@/lib/base/infra/database'
import type { Claim } from './store-transaction'

export type Decision =
  | { key: string; state: 'settled'; transaction: string; height: bigint | null; amountAtomic?: bigint }
  | { key: string; state: 'refused'; reason: string; transaction: string }

/** `fee` is what our wallet paid for it, in the network's smallest unit. */
export type TransactionEnd = { state: 'landed' | 'dead'; hash: string; fee: bigint }

type StoredEnding = {
  transactionId: string
  decisions: Decision[]
  end: TransactionEnd | null
  isLookedAtAgain: boolean
  /** Its caller was told a success before: a refusal now is one that the chain took back. */
  isTold: boolean
}

/**
 * Writes how the settlements of a stored transaction ended, and, once all are known, how the transaction ended and what
 * it cost. Repeating it changes nothing, and a settled row never changes again, unless a reorganisation of the chain
 * takes it away: where `isLookedAtAgain`, it is watched until it is final.
 * The cost is noted for its payees and callers, in equal parts, one per settlement or part of a claim. Those are
 * rows of the wallet, locked in one order. Transactions that end together share a statement, and so those rows.
 * A success that no `settlement_pending` preceded belongs to the caller that waits for it.
 * Does not wait for the disk: what a crash of the server loses, the reconciler reads from the chain again.
 */
export const decideSettlements = coalescePer<Database, StoredEnding, void>(decideAll, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

async function decideAll(database: Database, endings: StoredEnding[]): Promise<void[]> {
  const rows = endings.map(({ decisions: _, end, ...ending }) => ({ ...ending, ...end, fee: `${end?.fee ?? 0}` }))
  const items = endings.flatMap(({ transactionId, decisions }) =>
    decisions.map((decision) => ({
      ...decision,
      transactionId,
      height: 'height' in decision ? decision.height?.toString() : null,
      amountAtomic: 'amountAtomic' in decision ? decision.amountAtomic?.toString() : null,
    })),
  )
  await database.execute(sql.named`
    WITH ${quick}, endings AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS e("transactionId" uuid, state text, hash text, fee numeric, "isLookedAtAgain" boolean, "isTold" boolean)
    ), due AS (
      SELECT s.key, i.state, i.reason, i.transaction, i.height, i."amountAtomic", e.state AS ended, e."isLookedAtAgain", e."isTold"
      FROM quick, settlements AS s JOIN jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        AS i(key text, "transactionId" uuid, state text, reason text, transaction text, height bigint, "amountAtomic" numeric)
        ON s.key = i.key AND s.transaction_id = i."transactionId" JOIN endings AS e USING ("transactionId")
      WHERE s.state IN ('settling', 'unknown')
      ORDER BY s.key FOR UPDATE OF s
    ), open AS (
      SELECT t.id, e.state, e.hash, e.fee FROM settlement_transactions AS t JOIN endings AS e ON e."transactionId" = t.id
      WHERE e.state IS NOT NULL AND t.state = 'open' ORDER BY t.id FOR UPDATE OF t
    ), ended AS (
      UPDATE settlement_transactions AS t
      SET state = open.state, ended_at = now(), hash = open.hash,
          older_hashes = array_remove(array_prepend(t.hash, t.older_hashes), open.hash)
      FROM open WHERE t.id = open.id
      RETURNING t.id, t.network, t.wallet, open.fee
    ), uses AS (
      SELECT ended.id, ended.network, (now() AT TIME ZONE 'UTC')::date AS day, ended.wallet, fee, coalesce(gas_for->>'purpose', 'payment') AS purpose,
        coalesce(gas_for->>'payee', '') AS payee, coalesce(gas_for->>'caller', '') AS caller,
        sum(coalesce((gas_for->>'settlements')::int, 1))::int AS settlements
      FROM ended LEFT JOIN settlements AS s ON s.transaction_id = ended.id
      WHERE fee > 0 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    ), parts AS (
      SELECT *, sum(settlements) OVER (PARTITION BY id ORDER BY purpose, payee, caller) AS until,
        sum(settlements) OVER (PARTITION BY id) AS whole FROM uses
    ), used AS (
      INSERT INTO gas_uses AS g (network, day, wallet, purpose, payee, caller, settlements, spent)
      SELECT network, day, wallet, purpose, payee, caller, sum(settlements)::int, sum(div(fee * until, whole) - div(fee * (until - settlements), whole))
      FROM parts GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY network, wallet, purpose, payee, caller
      ON CONFLICT (network, day, wallet, purpose, payee, caller)
        DO UPDATE SET spent = g.spent + EXCLUDED.spent, settlements = g.settlements + EXCLUDED.settlements
    )
    UPDATE settlements AS s
    SET state = due.state, reason = due.reason, transaction = due.transaction, height = due.height,
        settle_amount_atomic = coalesce(due."amountAtomic", s.settle_amount_atomic), decided_at = now(),
        gas_for = CASE WHEN due.ended IS NULL OR s.scheme NOT IN ('exact', 'upto') THEN s.gas_for END,
        look_again_at = CASE WHEN due.state = 'settled' AND due."isLookedAtAgain" THEN now() END,
        reorged_at = CASE WHEN due.state = 'refused' AND due."isTold" THEN now() ELSE s.reorged_at END,
        success_answered_at = coalesce(s.success_answered_at,
          CASE WHEN due.state = 'settled' AND s.pending_answered_at IS NULL THEN now() END)
    FROM due WHERE s.key = due.key`)
  return endings.map(() => {})
}

/**
 * Releases a claim for which nothing was stored: the authorization may be claimed again. False when something was
 * stored, or when the claim was lost in the meantime.
 */
export async function abandonClaim(
  database: Database,
  { key, claimToken, reason }: Claim & { reason: string },
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements SET state = 'abandoned', reason = ${reason}
    WHERE key = ${key} AND claim_token = ${claimToken}::uuid AND state = 'claimed'`)
  return moved > 0
}

/** Uses an authorization up without a transaction. False when the claim was lost in the meantime. */
export async function spendAtZero(database: Database, { key, claimToken }: Claim): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements
    SET state = 'spent_zero', settle_amount_atomic = 0, transaction = '', decided_at = now(), success_answered_at = now()
    WHERE key = ${key} AND claim_token = ${claimToken}::uuid AND state = 'claimed'`)
  return moved > 0
}

/**
 * Records that the holder of a claim is told to come back. False when the settlement was decided in the meantime, so
 * that it can be told the outcome instead, or when the claim is another caller's. Allows exactly one later success.
 */
export async function markPendingAnswered(database: Database, { key, claimToken }: Claim): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements
    SET state = CASE WHEN state = 'settling' THEN 'unknown' ELSE state END, pending_answered_at = now()
    WHERE key = ${key} AND claim_token = ${claimToken}::uuid AND state IN ('claimed', 'settling', 'unknown')`)
  return moved > 0
}

/** Takes the one success that a `settlement_pending` answer to that payload left open. True for exactly one caller. */
export async function takePendingSuccess(database: Database, key: string, payloadDigest: string): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements SET success_answered_at = now()
    WHERE key = ${key} AND payload_digest = ${payloadDigest} AND state = 'settled'
      AND pending_answered_at IS NOT NULL AND success_answered_at IS NULL`)
  return moved > 0
}
