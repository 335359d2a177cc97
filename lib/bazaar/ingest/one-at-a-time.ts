import type { Database } from '@/lib/base/infra/database'

const limits = { timeout: 300_000, maxWait: 30_000 }

/**
 * Does work of the catalog that one instance at a time may do; null while another one does it. PostgreSQL frees the lock
 * with the transaction, also where the instance dies.
 */
export function oneAtATime<T>(database: Database, name: string, work: () => Promise<T>): Promise<T | null> {
  return database.$transaction(async (tx) => {
    const [lock] = await tx.$queryRaw<{ isFree: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`catalog ${name}`}, 0)) AS "isFree"`
    return lock?.isFree ? work() : null
  }, limits)
}
