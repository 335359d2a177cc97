import pg from 'pg'
import { noFilters, withSchemaEngine } from './schema-engine'
import { migrationList, type PrismaFolders, projectFolders } from './schema-files'

/** Any number, the same in every copy of Turnpike. */
const MIGRATION_LOCK = 402_402_402

/**
 * Applies the migrations that the database at `url` lacks and returns their names, in order.
 * Keeps the standard `_prisma_migrations` table. Any number of processes may call it at once: one works, the others wait.
 */
export async function deployMigrations(url: string, folders: PrismaFolders = projectFolders): Promise<string[]> {
  const migrationsList = migrationList(folders)
  if (migrationsList.migrationDirectories.length === 0) return []
  const guard = new pg.Client({ connectionString: url })
  await guard.connect()
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    return await withSchemaEngine(url, folders, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters })
      return appliedMigrationNames
    })
  } finally {
    await guard.end()
  }
}
