import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DomainError } from './domain-error'
import { keepToOneSchema, markTables, nameExtensions, openConnection, refuseRoleName, siteTables } from './one-schema'

export const INIT_MIGRATION = '1_init'

/** The same in every copy of Turnpike, so that of several processes one works and the others wait. */
const MIGRATION_LOCK = 402_402_402

const LEDGER = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(),
    applied_steps_count integer NOT NULL DEFAULT 0)`

/** How long a script may wait for a table: later statements queue behind it. */
const LOCK_TIMEOUT = '2s'
const LOCK_ATTEMPTS = 120
const LOCK_NOT_AVAILABLE = '55P03'

/** Names of this version's migrations in order, from the folder where the process runs. */
export const listMigrations = (root = process.cwd()): string[] =>
  readdirSync(join(/* turbopackIgnore: true */ root, 'prisma', 'migrations'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

export const readMigration = (name: string, root = process.cwd()): string =>
  readFileSync(join(/* turbopackIgnore: true */ root, 'prisma', 'migrations', name, 'migration.sql'), 'utf8')

/**
 * Makes the tables, or brings them to this version; returns the names of the migrations that it applied, in order. Any
 * number of processes may call it at once, also beside a version that serves: one works, the others wait. Nothing of a
 * migration that fails is kept, and the next call tries it again. Needs its own connection: no pooler. Fails with
 * MIGRATION_FAILED.
 * @param root the folder that holds `prisma/migrations`
 */
export async function deployMigrations(url: string, root?: string, tables = siteTables): Promise<string[]> {
  const client = await openConnection(url, tables)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (tables.schema !== siteTables.schema) {
      await refuseRoleName(client, tables)
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(tables.schema)}`)
    }
    await makeExtension(client)
    await keepToOneSchema(client, tables)
    await client.query(LEDGER)
    const names = listMigrations(root)
    const applied = new Set(await listApplied(client))
    // A library meets unmarked ones in a site's schema: they may be those of a site that has not been updated yet.
    const areOurs = applied.size === 0 || tables.owner === 'site' || tables.schema !== siteTables.schema
    if (areOurs) await markTables(client, tables)
    const pending = names.filter((name) => !applied.has(name))
    for (const name of pending) await apply(client, name, readMigration(name, root))
    return pending
  } finally {
    await client.end()
  }
}

async function listApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`)
  return rows.map(({ name }) => name)
}

/** The database has it once, for all its schemas: where dropping ours does not take it from the others. */
async function makeExtension(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query("SELECT set_config('search_path', 'public, ' || current_setting('search_path'), true)")
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
  await client.query('COMMIT')
}

/**
 * A script that waits for a table, such as behind a backup, blocks everyone who uses that table. So it gives up after a
 * moment and tries again, for some minutes.
 */
async function apply(client: pg.Client, name: string, script: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`)
      await client.query(await nameExtensions(client, script))
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         VALUES ($1, $2, now(), $3, 1)`,
        [randomUUID(), createHash('sha256').update(script).digest('hex'), name],
      )
      await client.query('COMMIT')
      return
    } catch (cause) {
      await client.query('ROLLBACK')
      const isLocked = cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === LOCK_ATTEMPTS) {
        const words = cause instanceof Error ? cause.message : String(cause)
        throw new DomainError('MIGRATION_FAILED', `The migration ${name} failed: ${words}`, { cause })
      }
      await sleep(1_000)
    }
  }
}
