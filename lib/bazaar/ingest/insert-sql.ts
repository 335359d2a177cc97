import { Prisma } from '@/lib/base/infra/database'

/**
 * `insert into … select …` of rows whose fields are the table's columns in camel case; each is read as its column's own
 * type. In the SQL after it, the existing row is called `known`.
 */
export function insertSql(table: `catalog_${string}`, rows: object[]): Prisma.Sql {
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map(columnOf)
      .join(', '),
  )
  return Prisma.sql`INSERT INTO ${Prisma.raw(table)} AS known (${columns}) SELECT ${columns} FROM ${rowsSql(table, rows)} AS row`
}

/** Such rows as PostgreSQL reads them; a column is present in all of them or in none. */
export const rowsSql = (table: `catalog_${string}`, rows: object[]): Prisma.Sql =>
  Prisma.sql`jsonb_populate_recordset(NULL::${Prisma.raw(table)}, ${toJson(rows)}::jsonb)`

/** Fields of the row that was not inserted: the `set` of an `on conflict do update`. */
export const excludedSql = <Row extends object>(...fields: (keyof Row & string)[]): Prisma.Sql =>
  Prisma.raw(fields.map((field) => `${columnOf(field)} = excluded.${columnOf(field)}`).join(', '))

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const toJson = (rows: object[]): string => {
  const named = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), value])),
  )
  return JSON.stringify(named, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
