import type { LedgerAuthorization, SignedTransaction } from '@/lib/base/chains/settlement/settlement-chain'
import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, type DatabaseTransaction, pick, quick, type Sql, sql } from '@/lib/base/infra/database'
import { isDatabaseAway } from '@/lib/base/infra/database-errors'
import { type CallerNote, lockSettling, noteSettling } from '@/lib/payments/settling-note'
import type { GasUse } from './gas-spending'

export type Claim = { key: string; claimToken: string }

/** Allows a settlement into a new transaction. */
export type SettlementClaim =
  // Its claim, which a reservation becomes, with the catalog's note on the payment and the caller's own.
  | (Claim & { gasUse: GasUse; catalogNote?: object | null; reserved?: ReservedTerms; note?: CallerNote | null })
  // The open transaction in which it did not settle.
  | { key: string; movedFrom: string }

type ReservedTerms = LedgerAuthorization & { payloadDigest: string; holder: string | null }

export type NewTransaction = {
  id: string
  network: string
  wallet: string
  nonce: bigint | null
  signed: SignedTransaction
  /** Empty for a transaction that only fills a nonce. */
  claims: SettlementClaim[]
}

/** `raced`: another instance took the nonce. `lost`: one of the claims is no longer the caller's. */
export type StoreAnswer = 'stored' | 'raced' | 'lost'

/**
 * Stores a signed transaction, takes its nonce and moves its settlements to `settling`, with the notes of the callers
 * that settle: all of it or nothing. Unless it is `stored`, nothing was written and the transaction must not be sent.
 * Those without a nonce that come together share a statement, and the wait for the disk.
 */
export async function storeTransaction(database: LedgerDatabase, transaction: NewTransaction): Promise<StoreAnswer> {
  if (transaction.nonce !== null) return storeAll(database, [transaction])
  const stored = await storeTogether(database, transaction)
  if (stored.status === 'rejected') throw stored.reason
  return stored.value
}

const MAX_TOGETHER = 50

const storeTogether = coalescePer(
  async (database: LedgerDatabase, transactions: NewTransaction[]): Promise<PromiseSettledResult<StoreAnswer>[]> => {
    const separately = () => Promise.allSettled(transactions.map((transaction) => storeAll(database, [transaction])))
    const keys = transactions.flatMap(({ claims }) => claims.map(({ key }) => key))
    // Of two with one settlement only one may have it.
    if (transactions.length === 1 || new Set(keys).size < keys.length) return separately()
    try {
      const answer = await storeAll(database, transactions)
      // Nothing was written: one of them was lost.
      return answer === 'stored' ? transactions.map(() => ({ status: 'fulfilled', value: answer })) : separately()
    } catch (error) {
      // Without an answer it may have been written.
      if (isDatabaseAway(error)) throw error
      return separately()
    }
  },
  { maxItems: MAX_TOGETHER, maxRuns: 2 },
)

/** Stores all of them or none. Only a single one may have a nonce. */
async function storeAll(database: LedgerDatabase, transactions: readonly NewTransaction[]): Promise<StoreAnswer> {
  const items = transactions.flatMap(({ id, claims }) => claims.map((claim) => ({ ...toItem(claim), transaction: id })))
  const rows = transactions.map(({ id, network, wallet, signed: { hash, raw, lastValidHeight } }) => ({
    id,
    network,
    wallet,
    hash,
    raw,
    last_valid_height: lastValidHeight?.toString(),
  }))
  const [first] = transactions
  const [network, wallet, nonce] = [first?.network ?? null, first?.wallet ?? null, first?.nonce ?? null]
  const [row] = await database.rows<{ isStored: boolean; isComplete: boolean }>(sql.named`
    WITH ${claimedBy(items)}, complete AS (
      SELECT 1 WHERE (SELECT count(*) FROM claimed) = ${items.length}::int
        AND (SELECT count(*) FROM locked) = ${countNotes(items)}::int
    ), slot AS (
      UPDATE gas_wallets SET next_nonce = next_nonce + 1
      WHERE network = ${network} AND address = ${wallet} AND next_nonce = ${nonce}::bigint
        AND EXISTS (SELECT 1 FROM complete)
      RETURNING 1
    ), stored AS (
      INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, last_valid_height, state, created_at)
      SELECT t.id, t.network, t.wallet, ${nonce}::bigint, t.hash, t.raw, t.last_valid_height, 'open', now()
      FROM complete, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t(id uuid, network text, wallet text, hash text, raw text, last_valid_height bigint)
      WHERE ${nonce}::bigint IS NULL OR EXISTS (SELECT 1 FROM slot)
      RETURNING id
    ), moved AS (
      UPDATE settlements AS s
      SET state = CASE WHEN s.state IN ('reserved', 'claimed') THEN 'settling' ELSE s.state END,
          transaction_id = stored.id, catalog_note = coalesce(claimed."catalogNote", s.catalog_note),
          gas_for = coalesce(claimed."gasUse", s.gas_for),
          claim_token = coalesce(claimed."claimToken", s.claim_token),
          claimed_at = CASE WHEN s.state = 'reserved' THEN now() ELSE s.claimed_at END,
          settle_amount_atomic = coalesce(claimed."settleAmount", s.settle_amount_atomic), reason = NULL
      FROM stored, claimed WHERE s.key = claimed.key AND stored.id = claimed.transaction
    ), any_stored AS (SELECT 1 FROM stored LIMIT 1
    )${countNotes(items) > 0 ? sql`, written AS (${noteSettling(sql`any_stored, noted`)})` : sql.empty}
    SELECT EXISTS (SELECT 1 FROM stored) AS "isStored", EXISTS (SELECT 1 FROM complete) AS "isComplete",
      CASE WHEN NOT EXISTS (SELECT 1 FROM stored) THEN ${noDiskWait} END`)
  if (row?.isStored) return 'stored'
  return row?.isComplete ? 'raced' : 'lost'
}

/** SQL: a statement that wrote nothing need not wait for the disk because of the rows that it locked. */
const noDiskWait = sql.raw(`set_config('synchronous_commit', 'off', true)`)

type LedgerDatabase = Database | DatabaseTransaction

/** SQL of a WITH list: `claimed` settlements are still the caller's, `locked` notes may still be made. */
function claimedBy(claims: ClaimItem[]): Sql {
  const items = JSON.stringify(claims)
  return sql`claims AS (
      SELECT * FROM jsonb_to_recordset(${items}::jsonb)
        AS c(key text, "claimToken" uuid, "movedFrom" uuid, "catalogNote" jsonb, "payTo" text, amount numeric,
          "settleAmount" numeric, "payloadDigest" text, holder uuid, caller jsonb, "gasUse" jsonb, transaction uuid)
    ), noted AS (SELECT caller AS note FROM claims WHERE caller IS NOT NULL
    ), claimed AS (
      SELECT c.* FROM settlements AS s JOIN claims AS c ON s.key = c.key
      WHERE (s.state = 'claimed' AND s.claim_token = c."claimToken")
        OR (s.state = 'reserved' AND s.reserved_until > now() AND s.holder IS NOT DISTINCT FROM c.holder AND s.pay_to = c."payTo"
          AND s.amount_atomic = c.amount AND s.payload_digest = c."payloadDigest")
        OR (s.state IN ('settling', 'unknown') AND s.transaction_id = c."movedFrom")
      ORDER BY s.key FOR UPDATE OF s
    ), locked AS (${countNotes(claims) > 0 ? lockSettling(sql`noted`) : sql`SELECT note AS id FROM noted`})`
}

/** A claim in the form that the statement takes. */
type ClaimItem = { key: string; caller?: object | undefined }

const countNotes = (items: ClaimItem[]) => items.filter(({ caller }) => caller).length

function toItem(claim: SettlementClaim): ClaimItem {
  if ('movedFrom' in claim) return claim
  const { reserved, note, ...item } = claim
  const amounts = reserved && { amount: `${reserved.amountAtomic}`, settleAmount: `${reserved.settleAmountAtomic}` }
  const terms = reserved && pick(reserved, 'payTo', 'payloadDigest', 'holder')
  return { ...item, ...terms, ...amounts, caller: note?.read() }
}

/** Makes a version with higher fees the newest one. False when another instance was first. */
export async function storeReplacement(
  database: Database,
  { id, olderHash, signed }: { id: string; olderHash: string; signed: SignedTransaction },
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE settlement_transactions
    SET hash = ${signed.hash}, raw = ${signed.raw}, older_hashes = array_prepend(hash, older_hashes)
    WHERE id = ${id}::uuid AND hash = ${olderHash} AND state = 'open'`)
  return moved > 0
}

/** The wallet's next nonce as the ledger has it, without asking the chain; null for a wallet never used. */
export async function readLedgerNonce(
  database: Database | DatabaseTransaction,
  { network, wallet }: { network: string; wallet: string },
): Promise<bigint | null> {
  const [row] = await database.rows<{ nextNonce: bigint }>(sql`
    SELECT next_nonce AS "nextNonce" FROM gas_wallets WHERE network = ${network} AND address = ${wallet}`)
  return row?.nextNonce ?? null
}

/** The nonce of the wallet's next transaction, as all instances see it; the chain's when it is ahead. */
export async function readNextNonce(
  database: Database,
  { network, wallet, chainNonce }: { network: string; wallet: string; chainNonce: bigint },
): Promise<bigint> {
  const [row] = await database.rows<{ next_nonce: bigint }>(sql`
    WITH ${quick} INSERT INTO gas_wallets (network, address, next_nonce)
    SELECT ${network}, ${wallet}, ${chainNonce}::bigint FROM quick
    ON CONFLICT (network, address) DO UPDATE SET next_nonce = greatest(gas_wallets.next_nonce, EXCLUDED.next_nonce)
    RETURNING next_nonce`)
  if (!row) throw new Error('Expected the gas wallet to be stored.')
  return row.next_nonce
}

/** Least number of the wallet's transactions that the chain must know: as many as the ledger has decided. */
export async function countLanded(
  database: Database,
  { network, wallet }: { network: string; wallet: string },
): Promise<bigint> {
  const newest = await database.settlementTransaction.findFirst({
    where: { network, wallet, state: { not: 'open' }, nonce: { not: null } },
    orderBy: { nonce: 'desc' },
    select: { nonce: true },
  })
  return (newest?.nonce ?? -1n) + 1n
}

/** The settlements that the caller may still put into a transaction, each with its note. */
export async function listClaimed(database: LedgerDatabase, claims: SettlementClaim[]): Promise<Set<string>> {
  const rows = await Promise.all(
    claims.map(async (claim) => {
      const items = [toItem(claim)]
      const [row] = await database.rows<{ isClaimed: boolean }>(sql`
        WITH ${claimedBy(items)}
        SELECT (SELECT count(*) FROM claimed) = 1 AND (SELECT count(*) FROM locked) = ${countNotes(items)}::int AS "isClaimed", ${noDiskWait}`)
      return row?.isClaimed ? [claim.key] : []
    }),
  )
  return new Set(rows.flat())
}

type GasWalletKey = { network: string; wallet: string }

/**
 * True if only that holder may raise the fee of the transaction at that nonce now: it is the wallet's lowest open one,
 * and no other holder's turn is still running. Later transactions only need this one to land.
 */
export async function takeTurnToRaise(
  database: Database,
  { network, wallet, nonce, holder, forMs }: GasWalletKey & { nonce: bigint; holder: string; forMs: number },
): Promise<boolean> {
  // Times are the database's own: the clocks of instances differ.
  const moved = await database.execute(sql`
    UPDATE gas_wallets SET raised_by = ${holder}::uuid, raised_until = now() + ${forMs} * interval '1 millisecond'
    WHERE network = ${network} AND address = ${wallet}
      AND (raised_by IS NULL OR raised_by = ${holder}::uuid OR raised_until < now())
      AND NOT EXISTS (
        SELECT 1 FROM settlement_transactions
        WHERE network = ${network} AND wallet = ${wallet} AND state = 'open' AND nonce < ${nonce}::bigint
      )`)
  return moved > 0
}

/**
 * Nonces that were given out and that no stored transaction has, from the one that the chain waits for: transactions
 * sent from this wallet elsewhere were counted once and have vanished since. Everything behind them waits.
 */
export async function listMissingNonces(
  database: Database,
  { network, wallet, chainNonce }: GasWalletKey & { chainNonce: bigint },
): Promise<bigint[]> {
  const rows = await database.rows<{ nonce: bigint }>(sql`
    SELECT n::bigint AS nonce FROM gas_wallets AS w, generate_series(${chainNonce}::bigint, w.next_nonce - 1) AS n
    WHERE w.network = ${network} AND w.address = ${wallet}
      AND NOT EXISTS (
        SELECT 1 FROM settlement_transactions AS t WHERE t.network = w.network AND t.wallet = w.address AND t.nonce = n
      )
    ORDER BY n LIMIT 20`)
  return rows.map((row) => row.nonce)
}

/** Stores a transaction at a nonce that was given out before. False when another instance did so first. */
export async function storeAtMissingNonce(
  database: Database,
  { id, network, wallet, nonce, signed }: GasWalletKey & { id: string; nonce: bigint; signed: SignedTransaction },
): Promise<boolean> {
  const stored = await database.execute(sql`
    INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at)
    VALUES (${id}::uuid, ${network}, ${wallet}, ${nonce}::bigint, ${signed.hash}, ${signed.raw}, 'open', now())
    ON CONFLICT (network, wallet, nonce) DO NOTHING`)
  return stored > 0
}
