import { afterEach, expect, inject, it } from 'vitest'
import { databaseUrl, onServer } from '@/development/testing/template-database'
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '@/development/testing/test-database'
import { openDatabase, requireOwnTables } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { createTurnpike, migrate } from '..'
import { startTransactionPooler } from '../testing/transaction-pooler'

let database: TestDatabase
let url: string

/** A blank database, unless a site has migrated it. */
async function open(create = createBlankDatabase): Promise<void> {
  database = await create()
  url = databaseUrl(inject('databaseServerUrl'), new URL(database.url).pathname.slice(1))
}
afterEach(() => database.drop())

const query = (sql: string) => onServer(url, async (client) => (await client.query(sql)).rows)
const extensionSchema = () =>
  query("SELECT extnamespace::regnamespace::text AS schema FROM pg_extension WHERE extname = 'pg_trgm'")

/** A library at these tables, and what its opening says; null when it opens. */
async function openLibrary(options: { databaseUrl?: string; schema?: string } = {}): Promise<unknown> {
  const turnpike = createTurnpike({
    origin: 'http://localhost',
    databaseUrl: url,
    facilitator: 'http://127.0.0.1:1',
    networks: { 'eip155:84532': { payTo: `0x${'1'.repeat(40)}`, rpc: 'http://127.0.0.1:1' } },
    logLevel: 'silent',
    ...options,
  })
  const fault = await turnpike.ready().then(
    () => null,
    (error: unknown) => String(error),
  )
  await turnpike.close()
  return fault
}

/** The site's refusal of its tables; null when they are its own. */
async function openSite(): Promise<unknown> {
  const site = openDatabase(url)
  const fault = await requireOwnTables(site).then(
    () => null,
    (error: unknown) => String(error),
  )
  await site.$disconnect()
  return fault
}

it('keeps a library out of the tables of a site, also of one from before they were marked', async () => {
  await open(createTestDatabase)
  const refusal = 'The schema public holds the tables of a Turnpike site, and a library needs its own'
  await expect(migrate({ databaseUrl: url, schema: 'public' })).rejects.toThrow(refusal)
  expect(await openSite()).toBeNull()
  await query('COMMENT ON TABLE _prisma_migrations IS NULL')
  expect(await openSite()).toBeNull()
  expect(await deployMigrations(url)).toEqual([])
  expect(await openLibrary({ schema: 'public' })).toContain(refusal)
})

it('keeps a site out of the tables of a library', async () => {
  await open()
  await migrate({ databaseUrl: url, schema: 'public' })
  const refusal = 'The schema public holds the tables of a Turnpike library, and a site needs its own'
  await expect(deployMigrations(url)).rejects.toThrow(refusal)
  expect(await openSite()).toContain(refusal)
})

it('notices a pooler in transaction mode that it was not told of, and says how the role finds its tables there', async () => {
  await open()
  await migrate({ databaseUrl: url, schema: 'gate' })
  const pooler = await startTransactionPooler(url, 2)
  const untold = pooler.url.replace('?pgbouncer=true', '')
  expect(await openLibrary({ databaseUrl: untold, schema: 'gate' })).toContain(
    'If a pooler in transaction mode is in between',
  )
  await pooler.stop()
  const openPooled = async () => {
    const fresh = await startTransactionPooler(url, 2)
    const fault = await openLibrary({ databaseUrl: fresh.url, schema: 'gate' })
    await fresh.stop()
    return String(fault)
  }
  const [advice = ''] = /ALTER ROLE .* = "gate"/.exec(await openPooled()) ?? []
  await query(advice)
  expect(await openPooled()).not.toContain('pooler')
})

it('makes pg_trgm in a schema of its own where there is no public one', async () => {
  await open()
  await query('DROP SCHEMA public')
  expect(await migrate({ databaseUrl: url })).not.toEqual([])
  expect(await extensionSchema()).toEqual([{ schema: 'turnpike' }])
})
