import type { SentTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import { type Database, sql } from '@/lib/base/infra/database'
import type { SettledFor } from '@/lib/base/x402/payment-holder'
import type { OpenTransaction } from '../settlement-end'
import { claimableStates, inFlightStates, readSettlements, type SettlementRecord } from './settlement-record'

/** The ledger's record of that authorization, or null when it was never reserved or claimed here. */
export async function findSettlement(database: Database, authorizationKey: string): Promise<SettlementRecord | null> {
  const [record] = await readSettlements(database, sql`s.key = ${authorizationKey}`)
  return record ?? null
}

export type StandingQuery = { key: string; payloadDigest: string; holder: string | null }

/**
 * An authorization as one caller may use it. `reserved`: that very payload is reserved for any caller. `taken`: others
 * than `holder` must not touch it, as it is being settled, was, or is held.
 */
export type Standing = 'reserved' | 'taken' | 'free'

/** Answers in order. */
export async function readStandings(database: Database, queries: readonly StandingQuery[]): Promise<Standing[]> {
  const rows = await database.rows<{ standing: Standing }>(sql.named`
    SELECT CASE
      WHEN NOT (s.state = ANY (${claimableStates})) THEN 'taken'
      WHEN s.state IS DISTINCT FROM 'reserved' OR s.reserved_until <= now() THEN 'free'
      WHEN s.holder IS NOT NULL THEN CASE WHEN s.holder = q.holder THEN 'free' ELSE 'taken' END
      WHEN s.payload_digest = q.digest THEN 'reserved' ELSE 'free' END AS standing
    FROM unnest(${queries.map(({ key }) => key)}::text[], ${queries.map(({ payloadDigest }) => payloadDigest)}::text[],
      ${queries.map(({ holder }) => holder)}::uuid[]) WITH ORDINALITY AS q(key, digest, holder, place)
    LEFT JOIN settlements AS s ON s.key = q.key ORDER BY q.place`)
  return rows.map(({ standing }) => standing)
}

/**
 * For whom a transaction was sent for an authorization: one of these holders, or another; null when none was, or when
 * another's transaction was sent and a different one has landed.
 */
export async function findSettledFor(database: Database, key: string, holders: string[]): Promise<SettledFor | null> {
  const [row] = await database.rows<{ isHolders: boolean }>(sql`
    SELECT s.holder = ANY (${holders}::uuid[]) IS TRUE AS "isHolders"
    FROM settlements AS s JOIN settlement_transactions AS t ON t.id = s.transaction_id
    WHERE s.key = ${key} AND (s.state IN ('settling', 'unknown') OR s.state = 'settled'
      AND (s.holder = ANY (${holders}::uuid[]) OR s.transaction = t.hash OR s.transaction = ANY (t.older_hashes)))`)
  if (!row) return null
  return row.isHolders ? 'holder' : 'another'
}

/** True if something of that subject has settled in the last hour. */
export async function hasSettledLately(database: Database, { network, asset, payer }: PayerAccount): Promise<boolean> {
  const rows = await database.rows<unknown>(sql`
    SELECT 1 FROM settlements WHERE network = ${network} AND asset = ${asset} AND payer = ${payer} AND state = 'settled'
      AND decided_at > now() - interval '1 hour' LIMIT 1`)
  return rows.length > 0
}

const sentColumns = sql.raw(`id::text, network, wallet, nonce, array_prepend(hash, older_hashes) AS hashes, raw,
  last_valid_height AS "lastValidHeight"`)

type SentRow = SentTransaction & { id: string; network: string }

export async function getSent(database: Database, id: string): Promise<SentTransaction> {
  const [row] = await database.rows<SentRow>(sql`
    SELECT ${sentColumns} FROM settlement_transactions WHERE id = ${id}::uuid`)
  if (!row) throw new Error('Expected a stored transaction.')
  return row
}

/** Stored transactions that have not ended, in the order of their wallets. */
export async function listOpenTransactions(database: Database, ids: string[]): Promise<OpenTransaction[]> {
  if (ids.length === 0) return []
  const rows = await database.rows<SentRow>(sql`
    SELECT ${sentColumns} FROM settlement_transactions WHERE id = ANY (${ids}::uuid[]) AND state = 'open'
    ORDER BY wallet, nonce`)
  const isOfThem = sql`s.transaction_id = ANY (${ids}::uuid[]) AND s.state = ANY (${inFlightStates})`
  const settlements = await readSettlements(database, isOfThem)
  return rows.map((sent) => ({
    id: sent.id,
    network: sent.network,
    sent,
    settlements: settlements.filter(({ transactionId }) => transactionId === sent.id),
  }))
}

export type PayerAccount = { network: string; asset: string; payer: string }

/** Their authorizations that a balance read at `height` may not reflect: undecided, or landed there or later. */
export async function listInFlight(
  database: Database,
  accounts: PayerAccount[],
  height: bigint,
): Promise<SettlementRecord[]> {
  if (accounts.length === 0) return []
  const isOfThem = sql.join(accounts.map(({ network, asset, payer }) => sql`(${network}, ${asset}, ${payer})`))
  return readSettlements(
    database,
    sql`(s.network, s.asset, s.payer) IN (${isOfThem})
      AND (s.state = ANY (${inFlightStates}) OR s.state = 'settled' AND s.height >= ${height}::bigint)`,
  )
}

export type OpenSettlements = { state: string; count: number; oldestAt: Date | null }

/** Settlements that are claimed and not decided, by state. There is an index over them. */
export const countOpenSettlements = (database: Database): Promise<OpenSettlements[]> =>
  database.rows<OpenSettlements>(sql`
    SELECT state, count(*)::int AS count, min(claimed_at) AS "oldestAt"
    FROM settlements WHERE state IN ('claimed', 'settling', 'unknown') GROUP BY state ORDER BY state`)

/** Selects the transactions that the ledger sent or whose end it knows. */
export async function findRecordedTransactions(
  database: Database,
  network: string,
  transactions: readonly string[],
): Promise<Set<string>> {
  const rows = await database.rows<{ hash: string }>(sql`
    SELECT hash FROM settlement_transactions WHERE network = ${network} AND hash = ANY (${transactions}::text[])
    UNION SELECT older FROM settlement_transactions, unnest(older_hashes) AS older
      WHERE network = ${network} AND older = ANY (${transactions}::text[])
    UNION SELECT "transaction" FROM settlements WHERE network = ${network} AND "transaction" = ANY (${transactions}::text[])`)
  return new Set(rows.map(({ hash }) => hash))
}
