import { createHash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DomainError } from './domain-error'

/** The migration that makes the whole schema, as the 70 did that came before the first release. */
export const INIT_MIGRATION = '0_init'

/** With all of them a database has the schema of `INIT_MIGRATION`. Names are not in the order of addition. */
export const EARLIER_MIGRATIONS = 70

const LAST_EARLIER_COMMIT = '83b8d47e'

/**
 * Takes over a database from before the migrations were made one: notes that one as applied where all of the earlier
 * ones are. Does nothing to a new database. Fails with MIGRATION_FAILED, before any change, where some are missing.
 * @param init the script of `INIT_MIGRATION`
 */
export async function takeOverEarlier(client: pg.ClientBase, init: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT DISTINCT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`)
  const applied = rows.map(({ name }) => name)
  if (applied.length === 0 || applied.includes(INIT_MIGRATION)) return
  if (applied.length === EARLIER_MIGRATIONS) return noteApplied(client, INIT_MIGRATION, init)
  throw new DomainError(
    'MIGRATION_FAILED',
    `This database is of an earlier version and has ${applied.length} of its ${EARLIER_MIGRATIONS} migrations. To keep its data, check out the ` +
      `commit ${LAST_EARLIER_COMMIT}, run its migrations, then run these. Else start with an empty database; ` +
      'for a demo, remove its data folder (.data).',
  )
}

/** Writes a migration down as Prisma does. */
export async function noteApplied(client: pg.ClientBase, name: string, script: string): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ($1, $2, now(), $3, 1)`,
    [randomUUID(), createHash('sha256').update(script).digest('hex'), name],
  )
}
