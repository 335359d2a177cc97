import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { retryOnConflict } from '@/lib/base/infra/retry-on-conflict'

/** Long enough for a transaction that imports a whole page, and for others that wait for its entries. */
const limits = { timeout: 60_000, maxWait: 30_000 }

/**
 * Runs a transaction of the catalog. Entries share words, and mark each other as copies, so two that are written at
 * once may conflict: PostgreSQL gives one up, and it is run again.
 */
export function inTransaction<T>(database: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return retryOnConflict(() => database.$transaction(work, limits))
}
