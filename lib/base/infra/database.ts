import { setFlagsFromString } from 'node:v8'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { isDatabaseAway } from './database-errors'
import { isDomainError } from './domain-error'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { inOneSchema, siteTables, type Tables } from './one-schema'
import { oncePerProcess } from './process'
import { type Sql, StatementError, sql, startOf, statementName } from './sql'

export { Prisma, type Sql, sql }

/** Runs what `sql` writes. A numeric column holds whole atomic units: a bigint. Others are asked for as `float8`. */
type Statements = {
  rows<Row = unknown>(statement: Sql): Promise<Row[]>
  /** The row of a statement that always answers one. */
  row<Row>(statement: Sql): Promise<Row>
  /** The number of rows that were written. */
  execute(statement: Sql): Promise<number>
}

type OwnMethods = '$queryRaw' | '$executeRaw' | '$transaction'

/** Rooms take it to read and write: models by Prisma, statements by `rows` and `execute`. */
export type Database = Omit<PrismaClient, OwnMethods> &
  Statements & {
    $transaction<T>(work: (open: DatabaseTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  }
/** The same in a transaction. */
export type DatabaseTransaction = Omit<Prisma.TransactionClient, OwnMethods> & Statements

type TransactionOptions = { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel }

type OpenDatabaseOptions = {
  maxConnections?: number
  /** The only tables that it finds; a site's when omitted. */
  tables?: Tables
}

/**
 * First in the `WITH` list of a statement that does not wait for the disk, and read by what writes (`FROM quick`).
 * A crash of the database server loses its last half second; a crash of this process loses nothing.
 */
export const quick = sql.raw(`quick AS (SELECT set_config('synchronous_commit', 'off', true))`)

/** True if a statement failed for a unique value of another row; nothing of it was written. */
export function isUniqueViolation(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /23505|P2002/.test(`${error.code} ${error.message}`)
}

/** True if a statement failed because a row that it names is gone; nothing of it was written. */
export function isForeignKeyViolation(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && /23503|P2003/.test(`${error.code} ${error.message}`)
}

/** Longest wait for a connection, and longest duration of a transaction after that. */
const PATIENCE_MS = 10_000

/**
 * Opens the database, through a pooler where the address says `pgbouncer=true`. One per process: see `sharedDatabase`.
 * Connects on first use, so a wrong address shows then. The caller ends it with `$disconnect()`.
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, tables = siteTables }: OpenDatabaseOptions = {},
): Database {
  // Prisma plans its statements in WebAssembly, each kind once. Optimizing that costs several times what it saves, and
  // some 70 MB that stay. Only in a process of ours: the setting is for all of it.
  if (tables.owner === 'site')
    for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
  // Behind a pooler in transaction mode the next transaction has another connection, on which nothing is prepared.
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true'
  const openPool = () => {
    const pool = new pg.Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
      onConnect: inOneSchema(tables, { isPooled }),
    })
    // A connection that ends while nothing uses it is replaced.
    return pool.on('error', () => {})
  }
  const pool = openPool()
  const statementNameGenerator = (statement: { sql: string }) => (isPooled ? '' : statementName(statement.sql))
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { schema: tables.schema, disposeExternalPool: true, statementNameGenerator }),
    transactionOptions: { maxWait: PATIENCE_MS, timeout: PATIENCE_MS },
  })
  return client.$extends(statementsOver({ current: pool }, { openPool, isPooled })) as unknown as Database // With these.
}

/**
 * Throws DATABASE_SCHEMA when the tables are another program's. Passes when the database is away: every connection
 * checks again as soon as it is there.
 */
export async function requireOwnTables(database: Database): Promise<void> {
  // Prisma wraps what a single statement fails with, and leaves a transaction's fault as it is.
  await database
    .$transaction(async () => undefined)
    .catch((error: unknown) => {
      if (isDomainError(error)) throw error
    })
}

const databases = oncePerProcess('databases', () => new Map<string, Database>())

export function sharedDatabase(url: string): Database {
  const database = databases.get(url) ?? openDatabase(url)
  databases.set(url, database)
  return database
}

export const columns = <Name extends string>(...names: Name[]): { [Each in Name]: true } =>
  Object.fromEntries(names.map((name) => [name, true])) as { [Each in Name]: true } // Has just these names.

export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name> // Has just these names.

/** SQL: a value of `performance.now()` as a time of the database's clock. */
export const timeOf = (momentMs: number): Sql =>
  sql`now() - make_interval(secs => ${(performance.now() - momentMs) / 1000}::double precision)`

type PrismaRaw = Pick<PrismaClient, '$queryRaw' | '$executeRaw' | '$connect'>

/** Statements go past Prisma, over the same connections, in a third of its processor time; a transaction's are Prisma's. */
function statementsOver(
  pool: { current: pg.Pool },
  { openPool, isPooled }: { openPool: () => pg.Pool; isPooled: boolean },
) {
  const send = (statement: Sql) => {
    const { text, values } = statement
    if (pool.current.ending) pool.current = openPool()
    return pool.current
      .query({ name: isPooled ? '' : statementName(text), text, values: values.map(inUtc), types })
      .catch((error: unknown) => {
        throw error instanceof Error && 'code' in error ? new StatementError(error, statement) : error
      })
  }
  const rowsOf = async (client: unknown, statement: Sql): Promise<unknown[]> => {
    const open = transactionOf(client)
    return open ? wholeNumbers(await withStatement(statement, open.$queryRaw(statement))) : (await send(statement)).rows
  }
  return {
    name: 'statements',
    client: {
      rows(this: unknown, statement: Sql) {
        return rowsOf(this, statement)
      },
      async row(this: unknown, statement: Sql) {
        const [row] = await rowsOf(this, statement)
        if (row === undefined) throw new Error(`Expected a row. In: ${startOf(statement)}`)
        return row
      },
      async execute(this: unknown, statement: Sql): Promise<number> {
        const open = transactionOf(this)
        return open ? withStatement(statement, open.$executeRaw(statement)) : ((await send(statement)).rowCount ?? 0)
      },
      /** Ends the connections, also where only statements used them. */
      async $disconnect(this: unknown): Promise<void> {
        const { $parent: client } = Prisma.getExtensionContext(this) as { $parent: PrismaClient }
        // Only a client that was connected once leaves the pool to its next connection.
        await client.$connect().catch(() => undefined)
        await client.$disconnect()
        if (!pool.current.ending) await pool.current.end()
      },
    },
  }
}

/** The client of an open transaction, which cannot connect; null for the database's own. */
function transactionOf(client: unknown): PrismaRaw | null {
  const raw = Prisma.getExtensionContext(client) as PrismaRaw
  return '$connect' in raw ? null : raw
}

/** A failure names its statement, without values. While the database is away any statement fails. */
const withStatement = <T>(statement: Sql, running: Promise<T>): Promise<T> =>
  running.catch((error: unknown) => {
    if (error instanceof Error && !isDatabaseAway(error)) error.message += ` In: ${startOf(statement)}`
    throw error
  })

/** A transaction's numeric values as the others are. */
function wholeNumbers(rows: unknown): unknown[] {
  for (const row of rows as Record<string, unknown>[]) {
    for (const [name, value] of Object.entries(row)) {
      if (value instanceof Prisma.Decimal) row[name] = BigInt(value.toFixed())
    }
  }
  return rows as unknown[]
}

/** Times go out in UTC, whatever the process's zone. */
const inUtc = (value: unknown): unknown =>
  value instanceof Date ? value.toISOString().replace('+', '') : Array.isArray(value) ? value.map(inUtc) : value

// PostgreSQL's numbers for types that pg names none for.
const [TEXT_ARRAY, INT8_ARRAY, NUMERIC_ARRAY] = [1009, 1016, 1231] as const

const bigints: unknown = BigInt
const times: unknown = (text: string) => new Date(`${text.replace(' ', 'T')}Z`)
const listOf = (parse: unknown): unknown => {
  const read = (pg.types.getTypeParser as (id: number) => (text: string) => (string | null)[])(TEXT_ARRAY)
  return (text: string) => read(text).map((item) => item && (parse as (text: string) => unknown)(item))
}
const parsers = new Map<number, unknown>([
  [pg.types.builtins.INT8, bigints],
  [pg.types.builtins.NUMERIC, bigints],
  [pg.types.builtins.BYTEA, (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))],
  [pg.types.builtins.DATE, (text: string) => new Date(text)],
  [pg.types.builtins.TIMESTAMP, times],
  [INT8_ARRAY, listOf(bigints)],
  [NUMERIC_ARRAY, listOf(bigints)],
])
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? (pg.types.getTypeParser as (id: number, format?: string) => unknown)(id, format),
} as pg.CustomTypesConfig
