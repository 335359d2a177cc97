import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { noFilters, withSchemaEngine } from '@/lib/processes/database/schema-engine'
import { migrationList, type PrismaFolders, projectFolders, schemaFiles } from '@/lib/processes/database/schema-files'

export type NewMigration = { folder: string; sql: string }

/**
 * Writes the migration that leads from the existing migrations to the schema, and returns it; null when they agree.
 * Works on a database server of its own that it throws away.
 * @param name room and what it does, as `catalog_entries`; the time is put before it
 */
export async function createMigration(
  name: string,
  now: Date,
  folders: PrismaFolders = projectFolders,
): Promise<NewMigration | null> {
  const sql = await diffToSchema(folders)
  if (sql === null) return null
  const folder = join(folders.migrationsDir, `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  return { folder, sql }
}

/** The SQL from the migrations to the schema; null when nothing is missing. */
export async function diffToSchema(folders: PrismaFolders = projectFolders): Promise<string | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'turnpike-shadow-'))
  const database = await startEmbeddedDatabase({ dataDir: join(scratch, 'db'), isDurable: false })
  try {
    const from = { tag: 'migrations' as const, ...migrationList(folders) }
    const to = { tag: 'schemaDatamodel' as const, ...schemaFiles(folders) }
    const request = { from, to, script: true, exitCode: true, filters: noFilters, shadowDatabaseUrl: null }
    const { exitCode, stdout } = await withSchemaEngine(database.url, folders, (engine) => engine.diff(request))
    return exitCode === 2 ? (stdout ?? '') : null
  } finally {
    await database.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}
