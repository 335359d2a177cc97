import type { Database, DatabaseTransaction } from '@/lib/infra/database'

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
  const { count } = await database.spentNonce.deleteMany({ where: { expiresAt: { lt: now } } })
  return count
}
