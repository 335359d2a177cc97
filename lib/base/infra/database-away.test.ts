import { expect, it } from 'vitest'
import { databaseReason, isDatabaseAway } from './database-errors'
import { StatementError, sql } from './sql'

const statementFailure = (code: string) =>
  new StatementError(failure(`${code} from the server`, code) as never, sql`SELECT 1`)

const failure = (message: string, code?: string) => Object.assign(new Error(message), code && { code })
const rawFailure = (code: string, message: string) =>
  failure(
    `Invalid \`prisma.$queryRaw()\` invocation: Raw query failed. Code: \`${code}\`. Message: \`${message}\``,
    'P2010',
  )

it.each([
  ['no server at the port, of a statement in SQL', rawFailure('N/A', "Can't reach database server at 127.0.0.1:5432")],
  ['no server at the port', failure("Can't reach database server at 127.0.0.1:5432", 'P1001')],
  ['a connection that was reset, of a statement in SQL', rawFailure('N/A', 'Server has closed the connection.')],
  ['a silent connection, of a statement in SQL', rawFailure('N/A', 'Operation has timed out')],
  ['a connection that was cut', failure('Connection terminated unexpectedly')],
  ['a server that is silent', failure('Connection terminated due to connection timeout')],
  ['no connection in time for a transaction', failure('Unable to start a transaction in the given time.', 'P2028')],
  ['a server that ends', rawFailure('57P01', 'terminating connection due to administrator command')],
  ['a server that starts', rawFailure('57P03', 'the database system is starting up')],
  ['a replica in the place of the primary', rawFailure('25006', 'cannot execute INSERT in a read-only transaction')],
  ['a server without connections left', rawFailure('53300', 'sorry, too many clients already')],
  ['a full disk', rawFailure('53100', 'could not extend file: No space left on device')],
  ['another password, of a statement in SQL', rawFailure('28P01', 'password authentication failed for user "x"')],
  ['another password', failure('Authentication failed against the database server', 'P1000')],
  ['the socket itself', failure('write EPIPE', 'EPIPE')],
  ['ECONNREFUSED of a statement', statementFailure('ECONNREFUSED')],
  ['53300 of a statement', statementFailure('53300')],
  ["a statement's, by another bundle's class", Object.assign(failure('x', '57P01'), { name: 'StatementError' })],
  ['one of these as the cause', new Error('The ledger could not be read', { cause: failure('x', 'P1017') })],
])('knows %s', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(true)
  expect(databaseReason(error)).not.toMatch(/prisma|Code:/i)
})

it.each([
  ['a unique value that is taken', rawFailure('23505', 'Key (id)=(57P01) already exists.')],
  ['a statement that is wrong', rawFailure('42P01', 'relation "x" does not exist')],
  ['a conflict', failure('Transaction failed due to a write conflict', 'P2034')],
  [
    'a chain node that is away',
    new TypeError('fetch failed', { cause: failure('connect ECONNREFUSED', 'ECONNREFUSED') }),
  ],
  ['what is no error', 'Connection terminated unexpectedly'],
])('does not take %s for it', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})
