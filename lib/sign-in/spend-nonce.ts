import type { Database, DatabaseTransaction } from '@/lib/infra/database'
import { prune } from '@/lib/infra/prune'

/**
 * Uses a nonce up. True for exactly one caller, ever: the insertion decides, also across instances.
 * @param expiresAt when no proof with this nonce can pass any more; the row may be purged then
 */
export async function spendNonce(
  database: Database | DatabaseTransaction,
  nonce: string,
  expiresAt: Date,
): Promise<boolean> {
  const inserted = await database.$executeRaw`
    INSERT INTO spent_nonces (nonce, expires_at) VALUES (${nonce}, ${expiresAt}) ON CONFLICT (nonce) DO NOTHING`
  return inserted === 1
}

/** Forgets nonces whose proofs are too old to pass. Returns how many. For a job. */
export async function purgeSpentNonces(database: Database, now: Date): Promise<number> {
  return prune(
    (limit) => database.$executeRaw`
      DELETE FROM spent_nonces WHERE nonce = ANY (ARRAY(
        SELECT nonce FROM spent_nonces WHERE expires_at < ${now}::timestamptz
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  )
}
