import pg from 'pg'
import { type Database, type Sql, sql } from './database'
import { SCHEMA_OF_EXTENSION } from './one-schema'

const kept = new WeakMap<Database, Sql>()

/**
 * The schema that `pg_trgm` is in, to name its operators by: `OPERATOR(${schema}.%)`. A database has it once, in any of
 * its schemas, which connections do not search: they would then find tables there too.
 */
export async function trigramSchema(database: Database): Promise<Sql> {
  const found = kept.get(database)
  if (found) return found
  const [row] = await database.rows<{ schema: string }>(sql`${sql.raw(SCHEMA_OF_EXTENSION)} 'pg_trgm'`)
  if (!row) throw new Error('The database lacks the extension pg_trgm.')
  const schema = sql.raw(pg.escapeIdentifier(row.schema))
  kept.set(database, schema)
  return schema
}
