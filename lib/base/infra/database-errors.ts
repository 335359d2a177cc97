import { setTimeout as sleep } from 'node:timers/promises'

/** Seconds after which a caller should come back; a stand-by takes over in about that time. */
export const DATABASE_AWAY_RETRY_SECONDS = 3

/**
 * True if a statement failed because the database is away or takes no writes: it restarts, another server is taking
 * over from it, it is out of connections or room, or it lets this role in no more. The statement's writes may have been kept.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // By its shape, as each bundle of the site has a class of its own.
  if (error.name === 'StatementError') return statementCodes.test(code)
  return prismaCodes.test(code) || driverCodes.test(code) || messages.test(error.message) || isCausedByIt(error.cause)
}

/** The driver's last line, or the message in it: what the server or the network said. It holds no password. */
export function databaseReason(error: unknown): string {
  const line = (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? ''
  return /Message: `([^`]+)`/.exec(line)?.[1] ?? line
}

/** Only Prisma's codes count in a cause: sockets to chains and upstreams fail like the driver's. */
const isCausedByIt = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && prismaCodes.test(String(cause.code))

/** Not let in, not reached, timed out, closed, no connection free, no transaction in time. */
const prismaCodes = /^(P1000|P1001|P1002|P1008|P1010|P1017|P2024|P2028|P2037)$/

/** Socket errors of the driver for which Prisma has no code. */
const driverCodes = /^(EPIPE|EHOSTUNREACH|ENETUNREACH)$/

/** PostgreSQL's codes for a server that ends, starts, is full, is a replica or lets nobody in. */
const serverCodes = String.raw`57P0[123]|08\w{3}|28\w{3}|53\d00|25006`

/** Codes of a `StatementError` while the database is away: the server's, and those of sockets. */
export const statementCodes = new RegExp(
  `^(${serverCodes}|ECONNREFUSED|ENOTFOUND|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$`,
)

/** Statements of Prisma fail with a text only. */
const messages = new RegExp(
  `Code: \`(${serverCodes})\`|Message: \`(Server has closed the connection\\.|Operation has timed out)\`|Can't reach database server|Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect`,
)

/**
 * Runs a transaction again when PostgreSQL gave it up for another one (serialization failure or deadlock).
 * `run` must do nothing outside the database. After `attempts` tries the conflict is thrown.
 */
export async function retryOnConflict<T>(run: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || !isWriteConflict(error)) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Serialization failure or deadlock: Prisma's code, or PostgreSQL's own for a statement in SQL. */
function isWriteConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /40001|40P01|P2034/.test(`${error.code} ${error.message}`)
}
