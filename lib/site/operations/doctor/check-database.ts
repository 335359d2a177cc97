import { type Database, requireOwnTables } from '@/lib/base/infra/database'
import { databaseReason } from '@/lib/base/infra/database-away'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { within } from '@/lib/base/infra/within'
import { say } from '@/lib/base/sentences/say'
import { findPendingMigrations } from '../find-pending-migrations'
import { type Finding, fail, warn, well } from './finding'

const OLDEST_MAJOR = 15
/** Signed payments live for seconds to minutes; the clocks of this machine and the database may differ by a minute. */
const SKEW_WARN_SECONDS = 5
const SKEW_FAIL_SECONDS = 60

/** Whether the database answers, with the tables of this version; one finding when it does not. */
export async function checkDatabase(
  database: Database,
  migrations: readonly string[],
  patienceMs: number,
): Promise<Finding[]> {
  const fix = 'Check DATABASE_URL, that the server runs, and that it lets this machine in.'
  const away = (found: string, detail?: string) => [fail('database', found, fix, detail ? { detail } : {})]
  const reading = requireOwnTables(database).then(() =>
    Promise.all([findPendingMigrations(database, migrations), takesWrites(database)]),
  )
  try {
    const read = await within(patienceMs, reading)
    if (read === null) return away('does not answer in time')
    const [pending, isWritable] = read
    if (!isWritable) return [fail('database', 'answers, and takes no writes', READ_ONLY), judgeMigrations(pending)]
    return [well('database', 'answers'), judgeMigrations(pending)]
  } catch (error) {
    return isDomainError(error) ? away(error.message) : away('does not answer', databaseReason(error))
  }
}

const READ_ONLY =
  'It is a replica, or default_transaction_read_only is on: name the primary in DATABASE_URL, or switch that off.'

async function takesWrites(database: Database): Promise<boolean> {
  const [row] = await database.$queryRaw<{ isWritable: boolean }[]>`
    SELECT current_setting('transaction_read_only') = 'off' AS "isWritable"`
  return row?.isWritable ?? false
}

function judgeMigrations(pending: readonly string[]): Finding {
  const [first] = pending
  if (!first) return well('migrations', 'all are applied')
  return fail(
    'migrations',
    `${pending.length} pending, from ${first} on`,
    'Run the migrations: node bin/turnpike-site.mjs migrate',
    { said: say('setup.database.open', { count: pending.length }) },
  )
}

/** Facts from a database server about itself and about the role that asks. */
export type ServerFacts = {
  version: string
  versionNumber: number
  isSuperuser: boolean
  mayCreate: boolean
  /** How far its clock is ahead of this machine's. */
  skewSeconds: number
}

/** Asks a database that answers for its version, its role and its clock. */
export async function checkServer(database: Database): Promise<Finding[]> {
  const skewSeconds = await readSkew(database)
  const [row] = await database.$queryRaw<Omit<ServerFacts, 'skewSeconds'>[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
      current_setting('is_superuser') = 'on' AS "isSuperuser",
      has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`
  if (!row) throw new Error('The database answered nothing.')
  return judgeServer({ ...row, skewSeconds })
}

/** The first answers also take the time of connecting and of this process's start: the quickest one counts. */
const SKEW_READINGS = 4

async function readSkew(database: Database): Promise<number> {
  let best = { tookMs: Infinity, skewMs: 0 }
  for (let reading = 0; reading < SKEW_READINGS; reading += 1) {
    const askedAt = Date.now()
    const [row] = await database.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
    const tookMs = Date.now() - askedAt
    if (row && tookMs < best.tookMs) best = { tookMs, skewMs: row.now.getTime() - askedAt - tookMs / 2 }
  }
  return best.skewMs / 1_000
}

export function judgeServer({ version, versionNumber, isSuperuser, mayCreate, skewSeconds }: ServerFacts): Finding[] {
  const skew = Math.abs(skewSeconds)
  const skewWords = `${skew.toFixed(1)} s apart`
  const clockFix = 'Let both machines keep their time by NTP.'
  return [
    Math.floor(versionNumber / 10_000) >= OLDEST_MAJOR
      ? well('database server', `PostgreSQL ${version}`)
      : fail('database server', `PostgreSQL ${version}`, `Take PostgreSQL ${OLDEST_MAJOR} or newer.`),
    isSuperuser
      ? warn('database role', 'a superuser', 'Give the site a role that owns its database and may do nothing else.')
      : mayCreate
        ? well('database role', 'may migrate, and is no superuser')
        : warn('database role', 'may not create tables', 'Let the migrations run as a role that owns the database.'),
    skew > SKEW_FAIL_SECONDS
      ? fail('clock', skewWords, clockFix)
      : skew > SKEW_WARN_SECONDS
        ? warn('clock', skewWords, clockFix)
        : well('clock', `${skewWords} from the database's`),
  ]
}
