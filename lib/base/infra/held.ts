import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { type Database, Prisma } from './database'

/** One kind of rows that are held about a wallet. Pages follow each other by `at`, which is unique. */
export type HeldKind = {
  kind: string
  read: (database: Database, after: string, limit: number) => Promise<{ at: string; row: unknown }[]>
}

const PAGE_ROWS = 500

/** JSON with all rows of each kind, written while it is read, so that no amount of rows fills the memory. */
export async function* writeHeld(
  database: Database,
  head: Record<string, unknown>,
  kinds: readonly HeldKind[],
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"held":{`
  let isFirstKind = true
  for (const { kind, read } of kinds) {
    yield `${isFirstKind ? '' : ','}\n${JSON.stringify(kind)}:[`
    isFirstKind = false
    let after = ''
    for (let isFirst = true; ; isFirst = false) {
      const rows = await read(database, after, PAGE_ROWS)
      const text = rows.map(({ row }) => JSON.stringify(row)).join(',\n')
      if (text !== '') yield `${isFirst ? '' : ','}\n${text}`
      const last = rows.at(-1)
      if (!last || rows.length < PAGE_ROWS) break
      after = last.at
    }
    yield ']'
  }
  yield '}}\n'
}

/** SQL: rows of a table with a `network` that name the wallet in one of these columns, in either spelling. */
export function whereNamed(wallet: ProvenWallet, ...columns: string[]): Prisma.Sql {
  const { scope, address } = wallet
  const spellings = [...new Set([address, addressIdentity(scope, address)])]
  const each = columns.map((column) => Prisma.sql`${Prisma.raw(column)} = ANY(${spellings})`)
  const isNamed = Prisma.sql`(${Prisma.join(each, ' OR ')})`
  return scope.includes(':') ? Prisma.sql`(${isNamed} AND network = ${scope})` : isNamed
}

/** A kind whose rows are those of one table; `at` is SQL for their unique text. `without` names columns to leave out, as SQL where that depends on the row. */
export function heldRows(
  table: string,
  {
    kind = table,
    at,
    where,
    without = [],
  }: { kind?: string; at: string; where: Prisma.Sql; without?: string[] | Prisma.Sql },
): HeldKind {
  const [from, key] = [Prisma.raw(table), Prisma.raw(at)]
  return {
    kind,
    read: (database, after, limit) => database.$queryRaw<{ at: string; row: unknown }[]>`
      SELECT ${key} AS at, to_jsonb(one) - (${without})::text[] AS row FROM ${from} AS one
      WHERE ${where} AND ${key} > ${after} ORDER BY ${key} LIMIT ${limit}`,
  }
}
