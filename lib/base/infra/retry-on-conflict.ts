import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs a transaction again when PostgreSQL gave it up for another one (serialization failure or deadlock).
 * `run` must do nothing outside the database. After `attempts` tries the conflict is thrown.
 */
export async function retryOnConflict<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isWriteConflict(error)) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Serialization failure or deadlock: Prisma's code, or PostgreSQL's own for a statement in SQL. */
function isWriteConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /40001|40P01|P2034/.test(`${error.code} ${error.message}`)
}
