import pg from 'pg'
import { type Database, Prisma } from './database'

const kept = new WeakMap<Database, Prisma.Sql>()

/**
 * The schema that `pg_trgm` is in, to name its operators by: `OPERATOR(${schema}.%)`. A database has it once, in any of
 * its schemas, which connections do not search: they would then find tables there too.
 */
export async function trigramSchema(database: Database): Promise<Prisma.Sql> {
  const found = kept.get(database)
  if (found) return found
  const [row] = await database.$queryRaw<{ schema: string }[]>`${Prisma.raw(SCHEMA_OF_EXTENSION)} 'pg_trgm'`
  if (!row) throw new Error('The database lacks the extension pg_trgm.')
  const schema = Prisma.raw(pg.escapeIdentifier(row.schema))
  kept.set(database, schema)
  return schema
}

/** SQL, to be followed by a name: which schema an extension is in. */
const SCHEMA_OF_EXTENSION = `
  SELECT nspname AS schema FROM pg_extension JOIN pg_namespace space ON space.oid = extnamespace WHERE extname = `

/** Puts the schema before the names of extensions in a migration's script, unless the script makes them. */
export async function nameExtensions(client: pg.ClientBase, script: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`${SCHEMA_OF_EXTENSION} 'pg_trgm'`)
  const [found] = rows
  return found
    ? script.replaceAll(/\bgin_trgm_ops\b/g, () => `${pg.escapeIdentifier(found.schema)}.gin_trgm_ops`)
    : script
}
