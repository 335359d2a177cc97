import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@/development/testing/test-database'
import { type Database, isUniqueViolation, openDatabase, Prisma, prepared } from './database'
import { isDatabaseAway } from './database-errors'

const testDatabase = await createTestDatabase()
const database = openDatabase(testDatabase.url, { maxConnections: 1 })
afterAll(async () => {
  await database.$disconnect()
  await testDatabase.drop()
})

const values =
  Prisma.raw(`SELECT 9007199254740993::bigint AS large, 9007199254740993::numeric AS amount, 2 AS int, 'x' AS text,
  '2026-01-02T03:04:05.678Z'::timestamptz AS time, '{"a":[1]}'::jsonb AS json, true AS bool, 0.5::float8 AS float,
  '7f3f9e8a-5b4e-4f7e-8f52-111111111111'::uuid AS uuid, NULL::text AS none,
  '2026-01-02'::date AS day, '2026-01-02T03:04:05.678'::timestamp AS local, ARRAY[9007199254740993, NULL]::bigint[] AS bigs,
  ARRAY['a']::text[] AS words, '\\x00ff'::bytea AS bytes`)

const insert = (nonce: string) => Prisma.sql`
  INSERT INTO spent_nonces (nonce, expires_at) VALUES (${nonce}, now())`

const countOf = (nonce: string) => database.spentNonce.count({ where: { nonce } })

describe('a prepared statement', () => {
  it('answers like any other, and stays with its connection', async () => {
    const [rows] = await Promise.all([
      database.$queryRaw`${prepared} ${values}`,
      database.$queryRaw`${prepared} ${values}`,
    ])
    expect(rows).toEqual(await database.$queryRaw`${values}`)
    expect(rows).toMatchObject([{ amount: 9_007_199_254_740_993n }])
    const kept =
      await database.$queryRaw`SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%large%'`
    expect(kept).toEqual([{ count: 1 }])
    const nonce = randomUUID()
    expect(await database.$executeRaw`${prepared} ${insert(nonce)}`).toBe(1)
    expect(await countOf(nonce)).toBe(1)
  })

  it('is undone with the transaction that it is part of', async () => {
    const nonce = randomUUID()
    const broken = database.$transaction(async (open) => {
      await open.$executeRaw`${prepared} ${insert(nonce)}`
      throw new Error('given up')
    })
    await expect(broken).rejects.toThrow('given up')
    expect(await countOf(nonce)).toBe(0)
  })

  it('fails like any other', async () => {
    const nonce = randomUUID()
    await database.$executeRaw`${insert(nonce)}`
    const failures = await Promise.allSettled([
      database.$executeRaw`${insert(nonce)}`,
      database.$executeRaw`${prepared} ${insert(nonce)}`,
    ])
    const [usual, direct] = failures.map((failure) => failure.status === 'rejected' && failure.reason)
    expect([usual, direct].map(isUniqueViolation)).toEqual([true, true])
    expect(usual.message).toContain(direct.message)
  })

  it('finds the database again after it was closed, and tells when it is away', async () => {
    const other = openDatabase(testDatabase.url)
    expect(await other.$queryRaw`${prepared} SELECT 1 AS one`).toEqual([{ one: 1 }])
    await other.$disconnect()
    expect(await other.$queryRaw`${prepared} SELECT 1 AS one`).toEqual([{ one: 1 }])
    await other.$disconnect()
    const nowhere = openDatabase('postgresql://nobody@127.0.0.1:1/none')
    const failure = await nowhere.$queryRaw`${prepared} SELECT 1`.catch((error: unknown) => error)
    expect(isDatabaseAway(failure)).toBe(true)
    await nowhere.$disconnect()
  })
})

it('fails with the beginning of its text and without its values, in a transaction too', async () => {
  const fail = (own: Pick<Database, '$executeRaw'>, kept = Prisma.empty) =>
    own.$executeRaw`${kept} UPDATE spent_nonces SET expires_at = now() WHERE 1 / ${0}::int > 0 AND nonce = ${'a-value'}`
  const failing = [
    () => fail(database),
    () => fail(database, prepared),
    () => database.$transaction((open) => fail(open)),
    () =>
      database.$transaction([database.$executeRaw`UPDATE spent_nonces SET expires_at = now() WHERE 1 / ${0}::int > 0`]),
  ]
  for (const run of failing) {
    const { message } = await run().then(
      () => new Error('It did not fail.'),
      (error: Error) => error,
    )
    expect(message).toMatch(/ In: UPDATE spent_nonces SET expires_at = now\(\) WHERE/)
    expect(message).not.toContain('a-value')
  }
})
