import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { retryOnConflict } from '@/lib/base/infra/database-errors'

/** Long enough for a transaction that imports a whole page, and for others that wait for its entries. */
const limits = { timeout: 60_000, maxWait: 30_000 }

/**
 * Runs a transaction of the catalog. Entries share words, and mark each other as copies, so two that are written at
 * once may conflict: PostgreSQL gives one up, and it is run again.
 */
export function inTransaction<T>(database: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return retryOnConflict(() => database.$transaction(work, limits))
}

/**
 * Does work of the catalog that one instance at a time may do; null while another one does it. PostgreSQL frees the lock
 * with the transaction, also where the instance dies.
 */
export function oneAtATime<T>(database: Database, name: string, work: () => Promise<T>): Promise<T | null> {
  return database.$transaction(
    async (tx) => {
      const [lock] = await tx.$queryRaw<{ isFree: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`catalog ${name}`}, 0)) AS "isFree"`
      return lock?.isFree ? work() : null
    },
    { timeout: 300_000, maxWait: 30_000 },
  )
}
