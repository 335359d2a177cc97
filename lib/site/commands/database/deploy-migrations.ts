import type { MigrationList } from '@prisma/schema-engine-wasm'
import type pg from 'pg'
import { INIT_MIGRATION, takeOverEarlier } from '@/lib/base/infra/earlier-migrations'
import { markTables, openConnection, siteTables } from '@/lib/base/infra/one-schema'
import { noFilters, withSchemaEngine } from './schema-engine'
import { migrationList, type PrismaFolders, projectFolders } from './schema-files'

/** Any number, the same in every copy of Turnpike. */
const MIGRATION_LOCK = 402_402_402

/**
 * Applies the migrations that the database at `url` lacks and returns their names, in order. Uses the standard
 * `_prisma_migrations` table. Any number of processes may call it at once: one works, the others wait. One that failed
 * before is tried again, since it was rolled back. Fails with MIGRATION_FAILED.
 */
export async function deployMigrations(url: string, folders: PrismaFolders = projectFolders): Promise<string[]> {
  const migrationsList = migrationList(folders)
  if (migrationsList.migrationDirectories.length === 0) return []
  const guard = await openConnection(url, siteTables)
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await readyLedger(guard, migrationsList)
    const applied = await withSchemaEngine(url, folders, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters })
      return appliedMigrationNames
    })
    await markTables(guard, siteTables)
    return applied
  } finally {
    await guard.end()
  }
}

async function readyLedger(client: pg.Client, { migrationDirectories }: MigrationList): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known")
  if (!rows[0]?.known) return
  await forgetFailed(client)
  const init = migrationDirectories.find(({ path }) => path === INIT_MIGRATION)?.migrationFile.content
  if (init?.tag === 'ok') await takeOverEarlier(client, init.value)
}

/**
 * Like `prisma migrate resolve --rolled-back`. Under the lock, an unfinished one has failed: scripts are transactions.
 */
const forgetFailed = (client: pg.Client) =>
  client.query(
    'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  )
