import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { noFilters, withSchemaEngine } from '@/lib/site/commands/database/schema-engine'
import {
  migrationList,
  type PrismaFolders,
  projectFolders,
  schemaFiles,
} from '@/lib/site/commands/database/schema-files'

export type NewMigration = { folder: string; sql: string }

/**
 * Writes the migration from the existing migrations to the schema, and returns it; null when they agree. Works on its
 * own temporary database server, unless one is named.
 * @param name room and change, as `catalog_entries`; the time is put before it
 */
export async function createMigration(
  name: string,
  now: Date,
  { folders = projectFolders, serverUrl }: { folders?: PrismaFolders; serverUrl?: string } = {},
): Promise<NewMigration | null> {
  const sql = await (serverUrl === undefined ? diffOnOwnServer(folders) : diffToSchema(serverUrl, folders))
  if (sql === null) return null
  const folder = join(folders.migrationsDir, `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  return { folder, sql }
}

async function diffOnOwnServer(folders: PrismaFolders): Promise<string | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'turnpike-shadow-'))
  const database = await startEmbeddedDatabase({ dataDir: join(scratch, 'db'), isDurable: false })
  try {
    return await diffToSchema(database.url, folders)
  } finally {
    await database.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The SQL from the migrations to the schema; null when nothing is missing. Replays them in a database beside `url`'s. */
export async function diffToSchema(url: string, folders: PrismaFolders = projectFolders): Promise<string | null> {
  const from = { tag: 'migrations' as const, ...migrationList(folders) }
  const to = { tag: 'schemaDatamodel' as const, ...schemaFiles(folders) }
  const request = { from, to, script: true, exitCode: true, filters: noFilters, shadowDatabaseUrl: null }
  const { exitCode, stdout } = await withSchemaEngine(url, folders, (engine) => engine.diff(request))
  return exitCode === 2 ? (stdout ?? '') : null
}
