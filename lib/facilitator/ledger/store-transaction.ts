import type { SignedTransaction } from '@/lib/chains/settlement/settlement-chain'
import type { Database } from '@/lib/infra/database'

export type Claim = { key: string; claimToken: string }

/**
 * What lets a settlement go into a new transaction: its claim, with the catalog's note on the payment if there is one,
 * or the open transaction that it did not settle in.
 */
export type Hold = (Claim & { catalogNote?: object | null }) | { key: string; movedFrom: string }

export type NewTransaction = {
  id: string
  network: string
  wallet: string
  nonce: bigint | null
  signed: SignedTransaction
  /** Empty for one that only takes a nonce. */
  claims: Hold[]
}

/**
 * Stores a signed transaction, takes its nonce and moves its settlements to `settling`: all of it or nothing.
 * False when another instance took the nonce, or when one of the claims is no longer the caller's; then nothing was
 * written and the transaction must not be sent.
 */
export async function storeTransaction(database: Database, transaction: NewTransaction): Promise<boolean> {
  const { id, network, wallet, nonce, signed } = transaction
  const claims = JSON.stringify(
    transaction.claims.map((hold) =>
      'claimToken' in hold
        ? { key: hold.key, token: hold.claimToken, note: hold.catalogNote }
        : { key: hold.key, moved_from: hold.movedFrom },
    ),
  )
  const [row] = await database.$queryRaw<{ stored: bigint }[]>`
    WITH held AS (
      SELECT s.key, c.note FROM settlements AS s
      JOIN jsonb_to_recordset(${claims}::jsonb) AS c(key text, token uuid, moved_from uuid, note jsonb) ON s.key = c.key
      WHERE (s.state = 'claimed' AND s.claim_token = c.token)
        OR (s.state IN ('settling', 'unknown') AND s.transaction_id = c.moved_from)
      ORDER BY s.key FOR UPDATE OF s
    ), complete AS (
      SELECT 1 WHERE (SELECT count(*) FROM held) = ${transaction.claims.length}
    ), slot AS (
      UPDATE gas_wallets SET next_nonce = next_nonce + 1
      WHERE network = ${network} AND address = ${wallet} AND next_nonce = ${nonce}::bigint
        AND EXISTS (SELECT 1 FROM complete)
      RETURNING 1
    ), stored AS (
      INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, last_valid_height, state, created_at)
      SELECT ${id}::uuid, ${network}, ${wallet}, ${nonce}::bigint, ${signed.hash}, ${signed.raw},
             ${signed.lastValidHeight}::bigint, 'open', now()
      FROM complete WHERE ${nonce}::bigint IS NULL OR EXISTS (SELECT 1 FROM slot)
      RETURNING id
    ), moved AS (
      UPDATE settlements AS s
      SET state = CASE s.state WHEN 'claimed' THEN 'settling' ELSE s.state END, transaction_id = stored.id,
          catalog_note = coalesce(held.note, s.catalog_note)
      FROM stored, held WHERE s.key = held.key
    )
    SELECT count(*) AS stored FROM stored`
  return (row?.stored ?? 0n) > 0n
}

/** Puts a version with higher fees in the place of the newest one. False when somebody else did so first. */
export async function storeReplacement(
  database: Database,
  { id, olderHash, signed }: { id: string; olderHash: string; signed: SignedTransaction },
): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE settlement_transactions
    SET hash = ${signed.hash}, raw = ${signed.raw}, older_hashes = array_prepend(hash, older_hashes)
    WHERE id = ${id}::uuid AND hash = ${olderHash} AND state = 'open'`
  return moved > 0
}

/** The nonce that the wallet's next transaction takes, as all instances see it; the chain's when it is ahead. */
export async function readNextNonce(
  database: Database,
  { network, wallet, chainNonce }: { network: string; wallet: string; chainNonce: bigint },
): Promise<bigint> {
  const [row] = await database.$queryRaw<{ next_nonce: bigint }[]>`
    INSERT INTO gas_wallets (network, address, next_nonce) VALUES (${network}, ${wallet}, ${chainNonce})
    ON CONFLICT (network, address) DO UPDATE SET next_nonce = greatest(gas_wallets.next_nonce, excluded.next_nonce)
    RETURNING next_nonce`
  if (!row) throw new Error('Expected the gas wallet to be stored.')
  return row.next_nonce
}

/** How many transactions of the wallet the chain must know of, at the least: as many as the ledger saw decided. */
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

export async function hasTransaction(database: Database, id: string): Promise<boolean> {
  return (await database.settlementTransaction.count({ where: { id } })) > 0
}

/** Those of the settlements that are still the caller's to put into a transaction. */
export async function listHeld(database: Database, holds: Hold[]): Promise<Set<string>> {
  const isHeld = holds.map((hold) =>
    'claimToken' in hold
      ? { key: hold.key, state: 'claimed', claimToken: hold.claimToken }
      : { key: hold.key, state: { in: ['settling', 'unknown'] }, transactionId: hold.movedFrom },
  )
  const rows = await database.settlement.findMany({ where: { OR: isHeld }, select: { key: true } })
  return new Set(rows.map((row) => row.key))
}
