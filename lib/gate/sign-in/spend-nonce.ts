import { coalesce } from '@/lib/base/infra/coalesce'
import { type Database, type DatabaseTransaction, prepared } from '@/lib/base/infra/database'
import { prune } from '@/lib/base/infra/prune'

/** A nonce, and the time after which no proof with it can pass; its row may be purged then. */
export type UsableNonce = { nonce: string; usableUntil: Date }

/** Uses nonces up; nonces that come together share one write. True for exactly one caller of each, ever. */
export function createNonceSpender(database: Database): (nonce: UsableNonce) => Promise<boolean> {
  return coalesce((nonces: UsableNonce[]) => spendNonces(database, nonces), { maxItems: 200, maxRuns: 2 })
}

/**
 * Uses nonces up and returns, in their order, which were unused: the insertion decides, also across instances. Returns
 * when the disk has it. The first of equal ones wins.
 */
export async function spendNonces(
  database: Database | DatabaseTransaction,
  nonces: readonly UsableNonce[],
): Promise<boolean[]> {
  const items = JSON.stringify(nonces.map(({ nonce, usableUntil }) => ({ nonce, expires_at: usableUntil })))
  // In one order in every instance, so that two statements with the same nonces cannot deadlock.
  const rows = await database.$queryRaw<{ nonce: string }[]>`
    ${prepared} INSERT INTO spent_nonces (nonce, expires_at)
    SELECT nonce, expires_at FROM jsonb_to_recordset(${items}::jsonb) AS item(nonce text, expires_at timestamptz)
    ORDER BY nonce
    ON CONFLICT (nonce) DO NOTHING RETURNING nonce`
  const won = new Set(rows.map(({ nonce }) => nonce))
  return nonces.map(({ nonce }) => won.delete(nonce))
}

/** Deletes nonces whose proofs are too old to pass. Returns how many. For a job. */
export async function purgeSpentNonces(database: Database, now: Date): Promise<number> {
  return prune(
    (limit) => database.$executeRaw`
      DELETE FROM spent_nonces WHERE nonce = ANY (ARRAY(
        SELECT nonce FROM spent_nonces WHERE expires_at < ${now}::timestamptz
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  )
}
