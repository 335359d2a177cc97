import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { INIT_MIGRATION, noteApplied, takeOverEarlier } from '@/lib/base/infra/earlier-migrations'
import { nameExtensions } from '@/lib/base/infra/name-extensions'
import { keepToOneSchema, markTables, openConnection, siteTables } from '@/lib/base/infra/one-schema'
import { listMigrations } from '@/lib/site/operations/find-pending-migrations'
import { DEFAULT_SCHEMA, schemaName } from './parse-options'

/** In the repository as in the package. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The same in every copy of Turnpike, so that of several processes one works and the others wait. */
const MIGRATION_LOCK = 402_402_402

/** Prisma's own table of migrations. */
const LEDGER = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0)`

/** The migrations that this version needs. */
export const neededMigrations = (): string[] => listMigrations(ROOT)

/**
 * Makes our tables, in their own schema, or brings them to this version; returns the migrations that it applied. Safe
 * to run beside a version that serves, and by several processes at once. Needs its own connection: no pooler.
 */
export async function migrate(options: { databaseUrl: string; schema?: string }): Promise<string[]> {
  const schema = schemaName.parse(options.schema ?? DEFAULT_SCHEMA)
  const tables = { schema, owner: 'library' } as const
  const client = await openConnection(options.databaseUrl, tables)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`)
    await makeExtension(client)
    await keepToOneSchema(client, tables)
    await client.query(LEDGER)
    await takeOverEarlier(client, scriptOf(INIT_MIGRATION))
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    const applied = new Set(rows.map(({ name }) => name))
    // Unmarked ones in a site's schema may be those of a site that has not been updated yet.
    if (applied.size === 0 || schema !== siteTables.schema) await markTables(client, tables)
    const pending = neededMigrations().filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

const scriptOf = (name: string) => readFileSync(join(ROOT, 'prisma', 'migrations', name, 'migration.sql'), 'utf8')

/** The database has it once, for all its schemas: where dropping ours does not take it from the others. */
async function makeExtension(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query("SELECT set_config('search_path', 'public, ' || current_setting('search_path'), true)")
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await client.query('COMMIT')
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const script = scriptOf(name)
  try {
    await client.query('BEGIN')
    await client.query(await nameExtensions(client, script))
    await noteApplied(client, name, script)
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK')
    throw new Error(`The migration ${name} failed; nothing of it was kept.`, { cause })
  }
}
