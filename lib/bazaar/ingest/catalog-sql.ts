import { type Database, type DatabaseTransaction, type Sql, sql } from '@/lib/base/infra/database'
import { retryOnConflict } from '@/lib/base/infra/database-errors'

/** Long enough for a transaction that imports a whole page, and for others that wait for its entries. */
const limits = { timeout: 60_000, maxWait: 30_000 }

/**
 * Runs a transaction of the catalog. Entries share words, and mark each other as copies, so two that are written at
 * once may conflict: PostgreSQL gives one up, and it is run again.
 */
export function inTransaction<T>(database: Database, work: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return retryOnConflict(() => database.$transaction(work, limits))
}

/**
 * Does work of the catalog that one instance at a time may do; null while another one does it. PostgreSQL frees the lock
 * with the transaction, also where the instance dies.
 */
export function oneAtATime<T>(database: Database, name: string, work: () => Promise<T>): Promise<T | null> {
  return database.$transaction(
    async (tx) => {
      const [lock] = await tx.rows<{ isFree: boolean }>(sql`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`catalog ${name}`}, 0)) AS "isFree"`)
      return lock?.isFree ? work() : null
    },
    { timeout: 300_000, maxWait: 30_000 },
  )
}

/**
 * `insert into … select …` of rows whose fields are the table's columns in camel case; each is read as its column's own
 * type. In the SQL after it, the existing row is called `known`.
 */
export function insertSql(table: `catalog_${string}`, rows: object[]): Sql {
  const columns = sql.raw(
    Object.keys(rows[0] ?? {})
      .map(columnOf)
      .join(', '),
  )
  return sql`INSERT INTO ${sql.raw(table)} AS known (${columns}) SELECT ${columns} FROM ${rowsSql(table, rows)} AS row`
}

/** Such rows as PostgreSQL reads them; a column is present in all of them or in none. */
export const rowsSql = (table: `catalog_${string}`, rows: object[]): Sql =>
  sql`jsonb_populate_recordset(NULL::${sql.raw(table)}, ${toJson(rows)}::jsonb)`

/** Fields of the row that was not inserted: the `set` of an `on conflict do update`. */
export const excludedSql = <Row extends object>(...fields: (keyof Row & string)[]): Sql =>
  sql.raw(fields.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(', '))

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toJson = (rows: object[]): string => {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
  )
  return JSON.stringify(named, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
