import { createHash } from 'node:crypto'
import type { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { isDatabaseAway } from './database-away'
import { Prisma, type PrismaClient } from './generated/prisma/client'

/**
 * Begins a statement that runs with every paid request: PostgreSQL then parses and plans it once per connection, and
 * outside transactions it goes past Prisma, which uses three times the processor time of the driver itself.
 * For statements of one fixed text whose best plan does not depend on their values; each other text would stay there.
 */
export const prepared = Prisma.raw('/* prepared */')

const names = new Map<string, string>()

/** The name to keep a statement under; empty for one that is not kept. */
export function statementName(sql: string): string {
  if (!sql.trimStart().startsWith(prepared.sql)) return ''
  const known = names.get(sql)
  if (known) return known
  const name = `s${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`
  names.set(sql, name)
  return name
}

type Values = readonly unknown[]
type Template = TemplateStringsArray | Prisma.Sql
type Pool = { current: pg.Pool | null }

/** The same adapter, which tells the connections that it opens. */
export function watchPool(adapter: PrismaPg, pool: Pool): Pick<PrismaPg, 'connect' | 'provider' | 'adapterName'> {
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
export function sendDirectly(unnamed: PrismaClient, pool: Pool, nameOf: (sql: string) => string): PrismaClient {
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
