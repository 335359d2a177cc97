import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { retryOnConflict } from '@/lib/base/infra/retry-on-conflict'

/** As long as one that imports a whole page may take, and those that wait for its entries. */
const limits = { timeout: 60_000, maxWait: 30_000 }

/**
 * Runs a transaction of the catalog. Entries share words, and accuse each other of being copies, so two that are
 * written at once may stand in each other's way: PostgreSQL gives one up, and it is run again.
 */
export function inTransaction<T>(database: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return retryOnConflict(() => database.$transaction(work, limits))
}
