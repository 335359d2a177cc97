import { type Database, openDatabase } from '@/lib/base/infra/database'
import { databaseReason, isDatabaseAway } from '@/lib/base/infra/database-errors'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'

/**
 * The address of the database that a command works on.
 * @throws DomainError ENV_INVALID where none is named
 */
export function commandDatabaseUrl(): string {
  const { databaseUrl } = parseToolEnv(process.env)
  if (databaseUrl) return databaseUrl
  throw new DomainError('ENV_INVALID', 'DATABASE_DIRECT_URL or DATABASE_URL names the database; neither is set.')
}

/**
 * Works on the database of the environment, and closes it.
 * @throws DomainError DATABASE_ACCESS_LOST with the server's own words where it cannot be reached
 */
export async function withCommandDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(commandDatabaseUrl())
  try {
    await work(database)
  } catch (cause) {
    if (!isDatabaseAway(cause)) throw cause
    throw new DomainError('DATABASE_ACCESS_LOST', `The database does not answer: ${databaseReason(cause)}`, { cause })
  } finally {
    await database.$disconnect()
  }
}
