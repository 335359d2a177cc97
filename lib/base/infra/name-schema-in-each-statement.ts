import pg from 'pg'

/** node-postgres's methods of a query that are called as the server answers. */
type AnsweredQuery = pg.Query & {
  handleDataRow: (message: unknown) => void
  handleCommandComplete: (message: unknown, connection: pg.Connection) => void
}
type Answer = (error: Error | null, result: unknown) => void
type Send = (query: pg.Query | pg.QueryConfig | string, values?: unknown, answer?: Answer) => unknown

/** Statements that begin and end transactions read no table, and no other statement may precede them. */
const control = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET TRANSACTION)\b/i

/**
 * Sends the path together with each statement, before one Sync: PostgreSQL runs the two as one transaction, and forgets
 * the path at its end. It costs no round trip, and no pooler can come between the two. Without this a pooler hands a
 * statement to a connection with another path: PgBouncer refuses a path at the start or ignores it, and `SET` changes
 * the path for the connection's next user.
 */
export function nameSchemaInEachStatement(client: pg.ClientBase, schema: string): void {
  const send = client.query.bind(client) as Send
  const sendAfterPath: Send = (given, values, last) => {
    const config = typeof given === 'string' ? { text: given, values } : given
    if ('text' in config && control.test(String(config.text))) return send(given, values, last)
    const query = afterPath(config as pg.QueryConfig, pg.escapeIdentifier(schema))
    const answer = typeof values === 'function' ? (values as Answer) : last
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
