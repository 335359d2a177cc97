import pg from 'pg'
import { DomainError } from './domain-error'

/** The schema of a program's tables, and their owner: a site and a library may share a database. */
export type Tables = { schema: string; owner: 'site' | 'library' }

export const siteTables: Tables = { schema: 'public', owner: 'site' }

/**
 * Lets a new connection find the tables of one schema, and none of any other: PostgreSQL's usual path begins with the
 * schema that is named as the role, and then falls through to `public`. Throws DATABASE_SCHEMA when the tables there
 * belong to the other kind of program, or when the connection does not keep its path.
 * @param isPooled behind a pooler in transaction mode a connection keeps no setting, so each statement brings the path
 */
export async function keepToOneSchema(client: pg.ClientBase, tables: Tables, { isPooled = false } = {}): Promise<void> {
  if (isPooled) nameSchemaInEachStatement(client, tables.schema)
  else await client.query("SELECT set_config('search_path', $1, false)", [pg.escapeIdentifier(tables.schema)])
  const { rows } = await client.query<{ path: string[]; mark: string | null }>(`
    SELECT current_schemas(false)::text[] AS path, obj_description(to_regclass('_prisma_migrations'), 'pg_class') AS mark`)
  const [found] = rows
  if (found) refuseOtherTables(tables, found)
}

/** The same as a pool's `onConnect`, which waits for it before the first statement; the types of pg do not say so. */
export function inOneSchema(tables: Tables, options?: { isPooled?: boolean }): (client: pg.ClientBase) => void {
  const enter: unknown = (client: pg.ClientBase) => keepToOneSchema(client, tables, options)
  return enter as (client: pg.ClientBase) => void // The pool waits for its promise.
}

function refuseOtherTables({ schema, owner }: Tables, { path, mark }: { path: string[]; mark: string | null }): void {
  if (path.some((name) => name !== schema)) {
    throw new DomainError(
      'DATABASE_SCHEMA',
      `Statements would find tables in ${path.join(', ')}, and not in the schema ${schema} only: the connection loses its ` +
        'settings. If a pooler in transaction mode is in between, say so: a site by DATABASE_DIRECT_URL, a library by ' +
        '"?pgbouncer=true" at the end of its databaseUrl.',
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

/** node-postgres's methods of a query that are called as the server answers. */
type AnsweredQuery = pg.Query & {
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void
}
type QueryCallback = (error: Error | null, result: unknown) => void
type SendQuery = (query: pg.Query | pg.QueryConfig | string, values?: unknown, answer?: QueryCallback) => unknown

/** Statements that begin and end transactions read no table, and no other statement may precede them. */
const control = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/i

/**
 * Sends the path together with each statement, before one Sync: PostgreSQL runs the two as one transaction, and forgets
 * the path at its end. It costs no round trip, and no pooler can come between the two. Without this a pooler hands a
 * statement to a connection with another path: PgBouncer refuses a path at the start or ignores it, and `SET` changes
 * the path for the connection's next user.
 */
function nameSchemaInEachStatement(client: pg.ClientBase, schema: string): void {
  const send = client.query.bind(client) as SendQuery
  const sendAfterPath: SendQuery = (given, values, last) => {
    const config = typeof given === 'string' ? { text: given, values } : given
    if ('text' in config && control.test(String(config.text))) return send(given, values, last)
    const query = afterPath(config as pg.QueryConfig, pg.escapeIdentifier(schema))
    const answer = typeof values === 'function' ? (values as QueryCallback) : last
    if (answer) return send(query, answer)
    return new Promise((resolve, reject) => {
      send(query, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    })
  }
  client.query = sendAfterPath as typeof client.query
}

function afterPath(config: pg.QueryConfig, path: string): pg.Query {
  // Text without values would go out as a separate message, which ends the transaction.
  const query = new pg.Query({ ...config, queryMode: 'extended' } as pg.QueryConfig) as AnsweredQuery
  const { submit, handleDataRow, handleCommandComplete } = query
  let isPathSet = false
  query.submit = (connection) => {
    connection.stream.cork()
    try {
      const text = `SELECT set_config('search_path', ${pg.escapeLiteral(path)}, true)`
      connection.parse({ name: '', text, types: [] }, true)
      connection.bind({}, true)
      connection.execute({}, true)
      return submit.call(query, connection)
    } finally {
      connection.stream.uncork()
    }
  }
  query.handleDataRow = (message) => {
    if (isPathSet) handleDataRow.call(query, message)
  }
  query.handleCommandComplete = (message, connection) => {
    if (isPathSet) handleCommandComplete.call(query, message, connection)
    isPathSet = true
  }
  return query
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
