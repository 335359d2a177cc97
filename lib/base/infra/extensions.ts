import pg from 'pg'
import { type Database, Prisma } from './database'
import { SCHEMA_OF_EXTENSION } from './name-extensions'

/** An extension that this code uses; a database has it once, in any of its schemas. */
type Extension = 'pg_trgm' | 'vector'

const kept = new WeakMap<Database, Map<Extension, Prisma.Sql>>()

/**
 * The schema that an extension is in, to name its types and operators by: `OPERATOR(${schema}.%)`. Connections do not
 * search that schema, since they would then find tables there too.
 */
export async function extensionSchema(database: Database, extension: Extension): Promise<Prisma.Sql> {
  const known = kept.get(database) ?? new Map<Extension, Prisma.Sql>()
  kept.set(database, known)
  const found = known.get(extension)
  if (found) return found
  const [row] = await database.$queryRaw<{ schema: string }[]>`${Prisma.raw(SCHEMA_OF_EXTENSION)} ${extension}`
  if (!row) throw new Error(`The database lacks the extension ${extension}.`)
  const schema = Prisma.raw(pg.escapeIdentifier(row.schema))
  known.set(extension, schema)
  return schema
}
