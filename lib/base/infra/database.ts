import { setFlagsFromString } from 'node:v8'
import { PrismaPg } from '@prisma/adapter-pg'
import { isDomainError } from './domain-error'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { oncePerProcess } from './once-per-process'
import { inOneSchema, siteTables, type Tables } from './one-schema'
import { prepared, sendDirectly, statementName, watchPool } from './prepared-statements'

export { Prisma, prepared }

/** Rooms take it to read and write. In a transaction they take a `DatabaseTransaction` instead. */
export type Database = PrismaClient
export type DatabaseTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

export type OpenDatabaseOptions = {
  maxConnections?: number
  /** The only tables that it finds; a site's when omitted. */
  tables?: Tables
}

/**
 * First in the `WITH` list of a statement that does not wait for the disk, and read by what writes (`FROM quick`).
 * A crash of the database server loses its last half second; a crash of this process loses nothing.
 */
export const quick = Prisma.raw(`quick AS (SELECT set_config('synchronous_commit', 'off', true))`)

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
  const nameOf = isPooled ? () => '' : statementName
  const pool = { current: null }
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
      onConnect: inOneSchema(tables, { isPooled }),
    },
    { schema: tables.schema, statementNameGenerator: ({ sql }) => nameOf(sql) },
  )
  const client = new PrismaClient({
    adapter: watchPool(adapter, pool),
    transactionOptions: { maxWait: PATIENCE_MS, timeout: PATIENCE_MS },
  })
  return sendDirectly(client, pool, nameOf)
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

/** SQL: a value of `performance.now()` as a time of the database's clock. */
export const timeOf = (momentMs: number): Prisma.Sql =>
  Prisma.sql`now() - make_interval(secs => ${(performance.now() - momentMs) / 1000}::double precision)`
