import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, sql } from '@/lib/base/infra/database'
import { reasons } from '@/lib/base/x402/reasons'
import { readSettlements, type SettlementRecord } from './settlement-record'

/** A settlement whose money the chain gave back for ever; `transaction` is the one that no longer exists. */
export type LostSettlement = { key: string; transaction: string }

export type ReorgedCount = { settledAgain: number; lost: number; open: number }

/** Far more than anyone will ever lose; the rest comes with a later pass. */
const MOST_LISTED = 1_000

/** Takes settled rows that are due for a look, for `forMs`, so that no two instances look at the same ones. */
export async function takeDue(
  database: Database,
  { network, limit, forMs }: { network: string; limit: number; forMs: number },
): Promise<SettlementRecord[]> {
  const due = await database.rows<{ key: string }>(sql`
    UPDATE settlements SET look_again_at = now() + ${forMs} * interval '1 millisecond'
    WHERE key = ANY (ARRAY(
      SELECT key FROM settlements WHERE network = ${network} AND look_again_at <= now() AND state = 'settled'
      ORDER BY look_again_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING key`)
  if (due.length === 0) return []
  return readSettlements(database, sql`s.key = ANY (${due.map(({ key }) => key)})`)
}

/** Ends the looking: it can no longer be rolled back. What is found together is written together. */
export const markFinal = coalescePer<Database, string, void>(markAllFinal, { maxItems: 200 })

/** In one order, so that two such statements never wait for each other. */
async function markAllFinal(database: Database, keys: string[]): Promise<void[]> {
  await database.execute(sql`
    WITH final AS (SELECT key FROM settlements WHERE key = ANY (${keys}) AND state = 'settled' ORDER BY key FOR UPDATE)
    UPDATE settlements AS s SET look_again_at = NULL, missing_since = NULL FROM final WHERE s.key = final.key`)
  return keys.map(() => {})
}

/** The chain shows it, in the same transaction or in another one. */
export async function markSeen(database: Database, { key, transaction }: LostSettlement): Promise<void> {
  await database.execute(sql`
    UPDATE settlements SET missing_since = NULL, transaction = ${transaction} WHERE key = ${key} AND state = 'settled'`)
}

/** Notes that the chain does not show it. True only for the first instance that notes it. */
export async function markMissing(database: Database, key: string): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements SET missing_since = now() WHERE key = ${key} AND state = 'settled' AND missing_since IS NULL`)
  return moved > 0
}

/** A settlement that has been missing for so long. */
type MissingTransaction = { key: string; forMs: number }

const isMissingFor = (forMs: number) => sql`missing_since <= now() - ${forMs} * interval '1 millisecond'`

/**
 * Settles again what the chain has taken back: its transaction, whose nonce of the gas wallet is free again too,
 * becomes open, and the reconciler continues with it as with any other. True only for the instance that did it.
 */
export async function reopen(
  database: Database,
  { key, forMs, transactionId }: MissingTransaction & { transactionId: string },
): Promise<boolean> {
  const moved = await database.execute(sql`
    WITH opened AS (
      UPDATE settlement_transactions SET state = 'open', ended_at = NULL
      WHERE id = ${transactionId}::uuid AND raw <> '' AND EXISTS (
        SELECT 1 FROM settlements WHERE key = ${key} AND state = 'settled' AND ${isMissingFor(forMs)})
      RETURNING id
    )
    UPDATE settlements SET state = 'settling', decided_at = NULL, height = NULL, look_again_at = NULL,
      missing_since = NULL, reorged_at = now()
    FROM opened
    WHERE key = ${key} AND transaction_id = opened.id AND state = 'settled' AND ${isMissingFor(forMs)}`)
  return moved > 0
}

/** Sends a transaction again only for its place: its wallet's later transactions wait for that nonce. */
export async function takePlaceAgain(database: Database, transactionId: string): Promise<void> {
  await database.execute(sql`
    UPDATE settlement_transactions SET state = 'open', ended_at = NULL
    WHERE id = ${transactionId}::uuid AND state = 'landed' AND raw <> ''`)
}

/** Gives up a settlement that can no longer land. True only for the instance that did it. */
export async function markLost(database: Database, { key, forMs }: MissingTransaction): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlements SET state = 'refused', reason = ${reasons.settlementReorged}, decided_at = now(), height = NULL,
      look_again_at = NULL, missing_since = NULL, reorged_at = now()
    WHERE key = ${key} AND state = 'settled' AND ${isMissingFor(forMs)}`)
  return moved > 0
}

/** Settlements refused after a reorganisation, by us or by the chain at the second try; latest first. */
export const listLost = (database: Database): Promise<LostSettlement[]> =>
  database.rows<LostSettlement>(sql`
    SELECT key, coalesce(transaction, '') AS transaction FROM settlements
    WHERE reorged_at IS NOT NULL AND state = 'refused' ORDER BY reorged_at DESC LIMIT ${MOST_LISTED}`)

export async function countReorged(database: Database): Promise<ReorgedCount> {
  const [row] = await database.rows<ReorgedCount>(sql`
    SELECT count(*) FILTER (WHERE state = 'settled')::int AS "settledAgain",
      count(*) FILTER (WHERE state = 'refused')::int AS lost,
      count(*) FILTER (WHERE state IN ('settling', 'unknown'))::int AS open
    FROM settlements WHERE reorged_at > now() - interval '30 days'`)
  return row ?? { settledAgain: 0, lost: 0, open: 0 }
}
