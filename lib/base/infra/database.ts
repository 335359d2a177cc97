import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { isDatabaseAway } from './database-errors'
import { isDomainError } from './domain-error'
import { Prisma, PrismaClient } from './generated/prisma/client'
import { inOneSchema, siteTables, type Tables } from './one-schema'
import { oncePerProcess } from './process'

export { Prisma }

/** Rooms take it to read and write. In a transaction they take a `DatabaseTransaction` instead. */
export type Database = PrismaClient
export type DatabaseTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

type OpenDatabaseOptions = {
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

export const columns = <Name extends string>(...names: Name[]): { [Each in Name]: true } =>
  Object.fromEntries(names.map((name) => [name, true])) as { [Each in Name]: true } // Has just these names.

export const pick = <Row extends object, Name extends keyof Row>(row: Row, ...names: Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name> // Has just these names.

/** SQL: a value of `performance.now()` as a time of the database's clock. */
export const timeOf = (momentMs: number): Prisma.Sql =>
  Prisma.sql`now() - make_interval(secs => ${(performance.now() - momentMs) / 1000}::double precision)`

/**
 * Begins a statement that runs with every paid request: PostgreSQL then parses and plans it once per connection, and
 * outside transactions it goes past Prisma, which uses three times the processor time of the driver itself.
 * For statements of one fixed text whose best plan does not depend on their values; each other text would stay there.
 */
export const prepared = Prisma.raw('/* prepared */')

const names = new Map<string, string>()

/** The name to keep a statement under; empty for one that is not kept. */
function statementName(sql: string): string {
  if (!sql.trimStart().startsWith(prepared.sql)) return ''
  const known = names.get(sql)
  if (known) return known
  const name = `s${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
  names.set(sql, name)
  return name
}

type Values = readonly unknown[]
type Template = TemplateStringsArray | Prisma.Sql
type SharedPool = { current: pg.Pool | null }

/** The same adapter, which tells the connections that it opens. */
function watchPool(adapter: PrismaPg, pool: SharedPool): Pick<PrismaPg, 'connect' | 'provider' | 'adapterName'> {
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async connect() {
      const connected = await adapter.connect()
      pool.current = connected.underlyingDriver()
      return connected
    },
  }
}

/**
 * The same client, whose `prepared` statements go to its connections directly. Their rows and errors are like Prisma's.
 * A transaction's own statements stay Prisma's.
 */
function sendDirectly(unnamed: PrismaClient, pool: SharedPool, nameOf: (sql: string) => string): PrismaClient {
  const client = unnamed.$extends(rawStatements) as PrismaClient // It has the same methods.
  const send = async ({ text, values }: Prisma.Sql) => {
    if (!pool.current || pool.current.ending) await client.$connect()
    if (!pool.current) throw new Error('Expected the database client to have connections.')
    try {
      return await pool.current.query({ name: nameOf(text), text, values, types })
    } catch (error) {
      throw withStatement(likePrisma(error), text)
    }
  }
  const direct = {
    $queryRaw: (first: Template, ...values: Values) => {
      const sql = toSql(first, values)
      return statementName(sql.text) ? send(sql).then(({ rows }) => rows) : client.$queryRaw(sql)
    },
    $executeRaw: (first: Template, ...values: Values) => {
      const sql = toSql(first, values)
      return statementName(sql.text) ? send(sql).then(({ rowCount }) => rowCount ?? 0) : client.$executeRaw(sql)
    },
    // Its statements are those of a connection of its own.
    $transaction: client.$transaction.bind(client),
  }
  return new Proxy(client, {
    get: (target, name) => Reflect.get(name in direct ? direct : target, name) as unknown,
  })
}

type RawQuery = { args: Prisma.Sql; query: (args: Prisma.Sql) => Promise<unknown> }

const nameOnFailure = ({ args, query }: RawQuery) =>
  query(args).catch((error: unknown) => {
    throw withStatement(error, args.text)
  })
const rawStatements = {
  query: {
    $queryRaw: async (raw: RawQuery) => wholeNumbers((await nameOnFailure(raw)) as Record<string, unknown>[]),
    $executeRaw: nameOnFailure,
  },
}

/** Numeric columns hold whole atomic units: a statement's are bigints. Any other number is asked for as `float8`. */
function wholeNumbers(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (value instanceof Prisma.Decimal) row[name] = BigInt(value.toFixed())
    }
  }
  return rows
}

/** A statement's text has no values. Models are named by Prisma, and while the database is away any statement fails. */
function withStatement(error: unknown, text: string): unknown {
  const start = text.replace(prepared.sql, '').replaceAll(/\s+/g, ' ').trim().slice(0, 160)
  if (error instanceof Error && !isDatabaseAway(error)) error.message += ` In: ${start}`
  return error
}

const toSql = (first: Template, values: Values) =>
  Array.isArray(first) ? Prisma.sql(first, ...values) : (first as Prisma.Sql) // The template of a tag is an array.

// PostgreSQL's numbers for types that pg names none for.
const [TEXT_ARRAY, INT8_ARRAY] = [1009, 1016] as const

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
])
const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? (pg.types.getTypeParser as (id: number, format?: string) => unknown)(id, format),
} as pg.CustomTypesConfig

const broken: Record<string, string> = {
  ECONNREFUSED: "Can't reach database server",
  ENOTFOUND: "Can't reach database server",
  ECONNRESET: 'Server has closed the connection.',
  ETIMEDOUT: 'Operation has timed out',
}

/** A failure of the server or of a socket, in Prisma's words. */
function likePrisma(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error
  const [code, message] = 'severity' in error ? [error.code, error.message] : ['N/A', broken[error.code]]
  if (message === undefined) return error
  return new Prisma.PrismaClientKnownRequestError(`Raw query failed. Code: \`${code}\`. Message: \`${message}\``, {
    code: 'P2010',
    clientVersion: Prisma.prismaVersion.client,
  })
}
