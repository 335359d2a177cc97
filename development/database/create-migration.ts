import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { listMigrations, readMigration } from '@/lib/base/infra/migrations'
import { readSchema } from './generate-client'
import { withSchemaEngine } from './schema-engine'

export type NewMigration = { folder: string; sql: string }

/**
 * Writes the migration from the existing migrations to the schema, and returns it; null when they agree. Works on its
 * own temporary database server, unless one is named.
 * @param name room and change, as `catalog_entries`; the time is put before it
 */
export async function createMigration(
  name: string,
  now: Date,
  { root = '.', serverUrl }: { root?: string; serverUrl?: string } = {},
): Promise<NewMigration | null> {
  const sql = await (serverUrl === undefined ? diffOnOwnServer(root) : diffToSchema(serverUrl, root))
  if (sql === null) return null
  const folder = join(root, 'prisma', 'migrations', `${now.toISOString().replace(/\D/g, '').slice(0, 14)}_${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'migration.sql'), sql)
  return { folder, sql }
}

async function diffOnOwnServer(root: string): Promise<string | null> {
  const scratch = mkdtempSync(join(tmpdir(), 'turnpike-shadow-'))
  const database = await startEmbeddedDatabase({ dataDir: join(scratch, 'db'), isDurable: false })
  try {
    return await diffToSchema(database.url, root)
  } finally {
    await database.stop()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The SQL from the migrations to the schema; null when nothing is missing. Replays them in a database beside `url`'s. */
export async function diffToSchema(url: string, root = '.'): Promise<string | null> {
  const schema = readSchema(join(root, 'prisma', 'schema'))
  const from = {
    tag: 'migrations' as const,
    baseDir: join(root, 'prisma', 'migrations'),
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    migrationDirectories: listMigrations(root).map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: readMigration(name, root) } },
    })),
  }
  const to = { tag: 'schemaDatamodel' as const, files: schema.map(([path, content]) => ({ path, content })) }
  const filters = { externalTables: [], externalEnums: [] }
  const request = { from, to, script: true, exitCode: true, filters, shadowDatabaseUrl: null }
  const { exitCode, stdout } = await withSchemaEngine(url, schema, (engine) => engine.diff(request))
  return exitCode === 2 ? (stdout ?? '') : null
}
