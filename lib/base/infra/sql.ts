import { createHash } from 'node:crypto'
import { statementCodes } from './database-errors'
import { Prisma } from './generated/prisma/client'
import { oncePerProcess } from './process'

/** A statement or a part of one: its text, and its values, which never become text. */
export type Sql = Prisma.Sql

type Template = (text: TemplateStringsArray, ...values: unknown[]) => Sql

const names = oncePerProcess('statement names', () => new Map<string, string>())

/**
 * Writes a statement or a part of one, which another may hold as a value.
 * `named`: one that runs with every paid request; PostgreSQL parses and plans it once per connection. For a fixed text
 * whose best plan does not depend on its values: each other text would stay there as well.
 */
export const sql: Template & Pick<typeof Prisma, 'join' | 'raw' | 'empty'> & { named: Template } = Object.assign(
  (text: TemplateStringsArray, ...values: unknown[]) => Prisma.sql(text, ...values),
  {
    join: Prisma.join,
    raw: Prisma.raw,
    empty: Prisma.empty,
    named: (text: TemplateStringsArray, ...values: unknown[]) => {
      const statement = Prisma.sql(text, ...values)
      if (!names.has(statement.text)) names.set(statement.text, `s${digest(statement.text)}`)
      return statement
    },
  },
)

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The name that PostgreSQL keeps a statement of this text under; empty for one that is not kept. */
export const statementName = (text: string): string => names.get(text) ?? ''

/** The beginning of a statement for messages. It has no values. */
export const startOf = ({ text }: Sql): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)

/** A statement that failed: by PostgreSQL's code, or by its socket's. While the database is away any statement fails. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  readonly code: string

  constructor(cause: Error & { code: unknown }, statement: Sql) {
    const code = String(cause.code)
    super(statementCodes.test(code) ? cause.message : `${cause.message} In: ${startOf(statement)}`, { cause })
    this.code = code
  }
}
