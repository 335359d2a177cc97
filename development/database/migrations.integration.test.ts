import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { onServer } from '@/development/testing/template-database'
import { createBlankDatabase, type TestDatabase } from '@/development/testing/test-database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { createMigration, diffToSchema } from './create-migration'

let database: TestDatabase
/** A folder with a schema and migrations of the test's own. */
let root: string

beforeEach(async () => {
  database = await createBlankDatabase()
  root = mkdtempSync(join(tmpdir(), 'turnpike-migrations-'))
  for (const folder of ['schema', 'migrations']) mkdirSync(join(root, 'prisma', folder), { recursive: true })
  writeSchema('schema', 'datasource db {\n  provider = "postgresql"\n}\n')
})

afterEach(async () => {
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

const writeSchema = (name: string, text: string) =>
  writeFileSync(join(root, 'prisma', 'schema', `${name}.prisma`), text)

function writeMigration(name: string, sql: string) {
  const folder = join(root, 'prisma', 'migrations', name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
}

const query = (sql: string) => onServer(database.url, async (client) => (await client.query(sql)).rows)

test('applies each migration once, in order, and records it as Prisma does', async () => {
  writeMigration('20260101000000_tolls_table', 'CREATE TABLE tolls (amount numeric(78, 0) NOT NULL);')
  writeMigration('20260102000000_tolls_name', 'alter table tolls add column name text;')
  const names = ['20260101000000_tolls_table', '20260102000000_tolls_name']
  expect(await deployMigrations(database.url, root)).toEqual(names)
  expect(await deployMigrations(database.url, root)).toEqual([])
  const rows = await query('SELECT migration_name, finished_at IS NOT NULL AS done FROM _prisma_migrations ORDER BY 1')
  expect(rows).toEqual(names.map((migration_name) => ({ migration_name, done: true })))
})

test('leaves nothing of a migration that fails, and tries it again once what it lacked is there', async () => {
  const name = '20260101000000_tolls_broken'
  writeMigration(name, 'CREATE TABLE half (a int); INSERT INTO missing VALUES (1);')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(deployMigrations(database.url, root)).rejects.toThrow(/missing/)
    expect(await query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
  }
  await query('CREATE TABLE missing (a int)')
  expect(await deployMigrations(database.url, root)).toEqual([name])
  expect(await deployMigrations(database.url, root)).toEqual([])
})

test('waits for a table without holding up those who read it', async () => {
  writeMigration('20260101000000_tolls_busy', 'CREATE TABLE busy (a int);')
  await deployMigrations(database.url, root)
  writeMigration('20260102000000_tolls_busier', 'ALTER TABLE busy ADD COLUMN b int;')
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  // Locks the table as a backup does.
  await holder.query('BEGIN; LOCK TABLE busy IN ACCESS SHARE MODE')
  const migrating = deployMigrations(database.url, root)
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted"
  await expect.poll(() => query(waiting)).toHaveLength(1)
  expect(await query('SELECT * FROM busy')).toEqual([])
  await holder.query('COMMIT')
  await holder.end()
  expect(await migrating).toEqual(['20260102000000_tolls_busier'])
})

test('lets several processes migrate at once', async () => {
  writeMigration('20260101000000_tolls_slow', 'SELECT pg_sleep(0.3); CREATE TABLE slow (a int);')
  const applied = await Promise.all(Array.from({ length: 4 }, () => deployMigrations(database.url, root)))
  expect(applied.flat()).toEqual(['20260101000000_tolls_slow'])
})

test('writes the migration from the existing ones to the schema, then none', async () => {
  writeMigration('20260101000000_tolls_table', 'CREATE TABLE "tolls" ("id" TEXT NOT NULL PRIMARY KEY);')
  writeSchema('tolls', 'model Toll {\n  id String @id\n  amount Decimal @db.Decimal(78, 0)\n  @@map("tolls")\n}\n')
  const place = { root, serverUrl: database.url }
  const migration = await createMigration('tolls_amount', new Date('2026-01-02T03:04:05Z'), place)
  expect(migration?.folder).toBe(join(root, 'prisma', 'migrations', '20260102030405_tolls_amount'))
  expect(readFileSync(join(migration?.folder ?? '', 'migration.sql'), 'utf8')).toContain('"amount" DECIMAL(78,0)')
  expect(await createMigration('tolls_again', new Date(), place)).toBeNull()
})

test('the committed migrations lead to the committed schema', async () => {
  expect(await diffToSchema(database.url)).toBeNull()
})
