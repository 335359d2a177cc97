import { openDatabase } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { doubtChannels } from '@/lib/payments/channels/channel-rows'
import { findLastTrace } from '@/lib/payments/find-payments'
import { commandDatabaseUrl } from './command-database'
import type { CommandInput } from './read-command'
import { runPostgresTool } from './run-postgres-tool'

/** Fills an empty database from a backup: `restore <file>`. Start no instance before `reconcile` has run. */
export async function restoreCommand({ words: [file = ''] }: CommandInput): Promise<void> {
  const last = await restore(commandDatabaseUrl(), file)
  const since = last?.toISOString() ?? '<when the backup was made>'
  console.log(`Restored. Apply the migrations, then see what the chains know beyond it: reconcile --since ${since}`)
}

/**
 * Fills an empty database from a backup: all of it or nothing. Refuses one that has tables, since two ledgers must
 * never mix. Returns when the backup's ledger was written last; null for an empty ledger.
 */
export async function restore(databaseUrl: string, file: string): Promise<Date | null> {
  const database = openDatabase(databaseUrl)
  try {
    const [row] = await database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
    if (row?.count !== 0) {
      throw new DomainError(
        'DATABASE_NOT_EMPTY',
        'That database has tables already; make a new, empty one to restore to.',
      )
    }
    const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', file]
    await runPostgresTool('pg_restore', databaseUrl, options)
    await doubtChannels(database)
    await database.$executeRaw`ANALYZE`
    return await findLastTrace(database)
  } finally {
    await database.$disconnect()
  }
}
