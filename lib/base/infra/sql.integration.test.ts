import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '@/development/testing/test-database'
import { isUniqueViolation, openDatabase, sql } from './database'
import { isDatabaseAway } from './database-errors'

const testDatabase = await createTestDatabase()
const database = openDatabase(testDatabase.url, { maxConnections: 1 })
afterAll(async () => {
  await database.$disconnect()
  await testDatabase.drop()
})

const values =
  sql.raw(`SELECT 9007199254740993::bigint AS large, 9007199254740993::numeric AS amount, 2 AS int, 'x' AS text,
  '2026-01-02T03:04:05.678Z'::timestamptz AS time, '{"a":[1]}'::jsonb AS json, true AS bool, 0.5::float8 AS float,
  '7f3f9e8a-5b4e-4f7e-8f52-111111111111'::uuid AS uuid, NULL::text AS none,
  '2026-01-02'::date AS day, '2026-01-02T03:04:05.678'::timestamp AS local, ARRAY[9007199254740993, NULL]::bigint[] AS bigs,
  ARRAY['a']::text[] AS words, '\\x00ff'::bytea AS bytes`)

const insert = (nonce: string) => sql`
  INSERT INTO spent_nonces (nonce, expires_at) VALUES (${nonce}, now())`

const countOf = (nonce: string) => database.spentNonce.count({ where: { nonce } })

describe('a statement', () => {
  it('answers the same when it is named or in a transaction, and stays with its connection when it is named', async () => {
    const [rows] = await Promise.all([database.rows(sql.named`${values}`), database.rows(sql.named`${values}`)])
    expect(rows).toEqual(await database.rows(sql`${values}`))
    expect(rows).toEqual(await database.$transaction((open) => open.rows(sql`${values}`)))
    expect(rows).toMatchObject([{ amount: 9_007_199_254_740_993n }])
    const kept = await database.rows(
      sql`SELECT count(*)::int FROM pg_prepared_statements WHERE statement LIKE '%large%'`,
    )
    expect(kept).toEqual([{ count: 1 }])
    const nonce = randomUUID()
    expect(await database.execute(sql.named`${insert(nonce)}`)).toBe(1)
    expect(await countOf(nonce)).toBe(1)
  })

  it('takes the same values in a transaction, in any time zone', async () => {
    const zone = process.env.TZ
    onTestFinished(() => void (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)))
    process.env.TZ = 'America/New_York'
    const time = new Date('2026-07-02T03:04:05.678Z')
    const taken = sql`SELECT ${time}::timestamptz AS time, ${time}::timestamp AS local, ${['a', null]}::text[] AS words,
      ${[1n, 2n]}::bigint[] AS bigs, ${9_007_199_254_740_993n}::numeric AS amount, ${{ a: [1] }}::jsonb AS json,
      ${null}::text AS none, ${true}::bool AS bool, ${0.5}::float8 AS float, ${Buffer.from([0, 255])}::bytea AS bytes`
    const rows = await database.rows(taken)
    expect(rows).toMatchObject([{ time, local: time, bigs: [1n, 2n], json: { a: [1] } }])
    expect(await database.$transaction((open) => open.rows(taken))).toEqual(rows)
    const last = new Date(8.64e15)
    expect(await database.rows(sql`SELECT ${last}::timestamptz = 'infinity' AS never`)).toEqual([{ never: false }])
  })

  it('is undone with the transaction that it is part of', async () => {
    const nonce = randomUUID()
    const broken = database.$transaction(async (open) => {
      await open.execute(sql.named`${insert(nonce)}`)
      throw new Error('given up')
    })
    await expect(broken).rejects.toThrow('given up')
    expect(await countOf(nonce)).toBe(0)
  })

  it('tells a value that is taken, in a transaction too', async () => {
    const nonce = randomUUID()
    await database.execute(sql`${insert(nonce)}`)
    const failures = await Promise.allSettled([
      database.$transaction((open) => open.execute(sql`${insert(nonce)}`)),
      database.execute(sql.named`${insert(nonce)}`),
    ])
    const told = failures.map((failure) => failure.status === 'rejected' && isUniqueViolation(failure.reason))
    expect(told).toEqual([true, true])
  })

  it('tells that the database is away', async () => {
    const nowhere = openDatabase('postgresql://nobody@127.0.0.1:1/none')
    const failure = await nowhere.rows(sql.named`SELECT 1`).catch((error: unknown) => error)
    expect(isDatabaseAway(failure)).toBe(true)
    await nowhere.$disconnect()
  })
})

it('fails with the beginning of its text and without its values, in a transaction too', async () => {
  const failing = sql`UPDATE spent_nonces SET expires_at = now() WHERE 1 / ${0}::int > 0 AND nonce = ${'a-value'}`
  for (const run of [() => database.execute(failing), () => database.$transaction((open) => open.execute(failing))]) {
    const { message } = await run().then(
      () => new Error('It did not fail.'),
      (error: Error) => error,
    )
    expect(message).toMatch(/ In: UPDATE spent_nonces SET expires_at = now\(\) WHERE/)
    expect(message).not.toContain('a-value')
  }
})

it('ends its connections, also where only statements used them, and opens others when it is asked again', async () => {
  const other = openDatabase(testDatabase.url)
  for (let time = 0; time < 2; time += 1) {
    const [found] = await other.rows<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    await other.$disconnect()
    const left = () => database.rows(sql`SELECT 1 FROM pg_stat_activity WHERE pid = ${found?.pid}`)
    await expect.poll(left).toEqual([])
  }
  expect(await other.spentNonce.count({ where: { nonce: 'none' } })).toBe(0)
  await other.$disconnect()
})
