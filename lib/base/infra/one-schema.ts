import pg from 'pg'
import { DomainError } from './domain-error'

/** The schema of a program's tables, and their owner: a site and a library may share a database. */
export type Tables = { schema: string; owner: 'site' | 'library' }

export const siteTables: Tables = { schema: 'public', owner: 'site' }

/**
 * Lets a new connection find the tables of one schema, and none of any other: PostgreSQL's usual path begins with the
 * schema that is named as the role, and then falls through to `public`. Throws DATABASE_SCHEMA when the tables there
 * belong to the other kind of program, or when the connection does not keep its path.
 * @param isPooled behind a pooler in transaction mode a connection keeps no setting: the path is the role's
 */
export async function keepToOneSchema(client: pg.ClientBase, tables: Tables, { isPooled = false } = {}): Promise<void> {
  if (!isPooled) await client.query("SELECT set_config('search_path', $1, false)", [pg.escapeIdentifier(tables.schema)])
  const { rows } = await client.query<FoundTables>(`
    SELECT current_schemas(false)::text[] AS path, obj_description(to_regclass('_prisma_migrations'), 'pg_class') AS mark,
      quote_ident(current_user) AS role, quote_ident(current_database()) AS database`)
  const [found] = rows
  if (found) refuseOtherTables(tables, found, isPooled)
}

type FoundTables = { path: string[]; mark: string | null; role: string; database: string }

/** The same as a pool's `onConnect`, which waits for it before the first statement; the types of pg do not say so. */
export function inOneSchema(tables: Tables, options?: { isPooled?: boolean }): (client: pg.ClientBase) => void {
  const enter: unknown = (client: pg.ClientBase) => keepToOneSchema(client, tables, options)
  return enter as (client: pg.ClientBase) => void // The pool waits for its promise.
}

function refuseOtherTables({ schema, owner }: Tables, found: FoundTables, isPooled: boolean): void {
  const { path, mark, role, database } = found
  if (path.some((name) => name !== schema)) {
    throw new DomainError(
      'DATABASE_SCHEMA',
      `Statements would find tables in ${path.join(', ')}, and not in the schema ${schema} only: ` +
        (isPooled
          ? `behind a pooler the role decides. Say ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ` +
            `${pg.escapeIdentifier(schema)}, then let the pooler connect again.`
          : 'the connection loses its settings. If a pooler in transaction mode is in between, say so: a site by ' +
            'DATABASE_DIRECT_URL, a library by "?pgbouncer=true" at the end of its databaseUrl.'),
    )
  }
  if (mark !== null && mark !== markOf(owner)) {
    throw new DomainError(
      'DATABASE_SCHEMA',
      owner === 'library'
        ? `The schema ${schema} holds the tables of a Turnpike site, and a library needs its own: leave out "schema", or name another.`
        : `The schema ${schema} holds the tables of a Turnpike library, and a site needs its own: name another database in DATABASE_URL.`,
    )
  }
}

/** Opens a separate connection to the tables, past any pooler. The caller ends it. */
export async function openConnection(connectionString: string, tables: Tables): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await keepToOneSchema(client, tables)
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Records the owner of the tables in the table of their migrations, once that exists. */
export async function markTables(client: pg.ClientBase, { owner }: Tables): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    "SELECT obj_description(oid, 'pg_class') AS mark FROM pg_class WHERE oid = to_regclass('_prisma_migrations')",
  )
  if (rows[0]?.mark === null) await client.query(`COMMENT ON TABLE _prisma_migrations IS '${markOf(owner)}'`)
}

const markOf = (owner: Tables['owner']) => `Turnpike: ${owner}`

/**
 * Throws DATABASE_SCHEMA where a new schema is named as a role beside another program's tables in `public`: the usual
 * path of that role, which a pooler's connections keep, would lead there from then on.
 */
export async function refuseRoleName(client: pg.ClientBase, { schema, owner }: Tables): Promise<void> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_roles WHERE rolname = $1 AND to_regnamespace(quote_ident($1)) IS NULL
     AND obj_description(to_regclass('public._prisma_migrations'), 'pg_class') <> $2`,
    [schema, markOf(owner)],
  )
  if (rows.length === 0) return
  throw new DomainError(
    'DATABASE_SCHEMA',
    `The schema ${schema} has the name of a role, whose connections would take its tables for those of the site in this ` +
      'database: name another schema.',
  )
}

/** SQL, to be followed by a name: which schema an extension is in. */
export const SCHEMA_OF_EXTENSION = `
  SELECT nspname AS schema FROM pg_extension JOIN pg_namespace space ON space.oid = extnamespace WHERE extname = `

/** Puts the schema before the names of extensions in a migration's script, unless the script makes them. */
export async function nameExtensions(client: pg.ClientBase, script: string): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`${SCHEMA_OF_EXTENSION} 'pg_trgm'`)
  const [found] = rows
  return found
    ? script.replaceAll(/\bgin_trgm_ops\b/g, () => `${pg.escapeIdentifier(found.schema)}.gin_trgm_ops`)
    : script
}
