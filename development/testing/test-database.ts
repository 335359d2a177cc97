import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '@/lib/base/infra/database'
import { databaseUrl, onServer, SHARED_PREFIX, TEMPLATE_NAME } from './template-database'

export type TestDatabase = { url: string; maxConnections?: number; drop: () => Promise<void> }

/**
 * The test file's own migrated database, and a client of it, until its last test and hook are done. Called at the top
 * of the file, so that its users end before it does.
 */
export async function openTestDatabase(): Promise<{ url: string; client: Database }> {
  const { url, drop } = await createTestDatabase()
  const client = openDatabase(url)
  afterAll(async () => {
    await client.$disconnect()
    await drop()
  })
  return { url, client }
}

/**
 * A database for one test file, migrated and empty. `drop` cuts open connections: disconnect first.
 * Only in integration tests (`*.integration.test.ts`), whose set-up starts the server.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE_NAME)
}

/** A migrated database for all test files of a worker. It is dropped when the run ends. */
export async function createSharedDatabase(): Promise<string> {
  const { url } = await createDatabase(TEMPLATE_NAME, SHARED_PREFIX)
  return url
}

/**
 * A copy of a database that the first test file of the run to ask for it fills, for what takes seconds to fill. `fill`
 * leaves no connection open.
 */
export async function createFilledDatabase(name: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  const template = `${SHARED_PREFIX}${name}`
  const serverUrl = inject('databaseServerUrl')
  await onServer(serverUrl, async (client) => {
    // The others wait here for the first.
    await client.query('SELECT pg_advisory_lock(403)')
    if ((await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template])).rowCount === 1) return
    const { url, drop } = await createTestDatabase()
    const filled = new URL(url).pathname.slice(1)
    try {
      // Past a pooler, which would keep connections open.
      await fill(databaseUrl(serverUrl, filled))
      await client.query(`ALTER DATABASE ${filled} RENAME TO ${template}`)
    } catch (error) {
      await drop()
      throw error
    }
  })
  return createDatabase(template)
}

export function createBlankDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string, prefix = 'test_'): Promise<TestDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `${prefix}${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, async (client) => {
    // Two copies of one template at once are refused; test files wait for each other here. Nothing here is to survive
    // a crash, so the files are copied past the log, in half the time.
    await client.query('SELECT pg_advisory_lock(402)')
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  const poolerUrl = inject('poolerUrl')
  return {
    url: poolerUrl === null ? databaseUrl(serverUrl, name) : `${databaseUrl(poolerUrl, name)}?pgbouncer=true`,
    drop: () => onServer(serverUrl, (client) => dropDatabase(client, name)),
  }
}

/**
 * `with (force)` is refused where the server itself is vacuuming; a plain drop ends that, but no client of ours.
 * Clients that are ending may still send statements; no new connection is accepted.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE ${name} WITH allow_connections false`)
  const endOurs = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user'
  // A client that is told to end is there until its server process has heard it.
  while ((await client.query(endOurs, [name])).rowCount !== 0) await sleep(20)
  await client.query(`DROP DATABASE ${name}`)
}
