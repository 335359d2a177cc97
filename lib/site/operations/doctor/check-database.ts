import type { Database } from '@/lib/base/infra/database'
import { within } from '@/lib/base/infra/within'
import { findPendingMigrations } from '../find-pending-migrations'
import { type Finding, fail, warn, well } from './finding'

const PATIENCE_MS = 5_000
const OLDEST_MAJOR = 15
/** Signed payments live for seconds to minutes; the clocks of this machine and the database may differ by a minute. */
const SKEW_WARN_SECONDS = 5
const SKEW_FAIL_SECONDS = 60

/** Facts from a database about itself and about the role that asks. */
export type DatabaseFacts = {
  version: string
  versionNumber: number
  isSuperuser: boolean
  mayCreate: boolean
  /** How far its clock is ahead of this machine's. */
  skewSeconds: number
  pendingMigrations: string[]
}

/** Asks the database and judges its facts; one finding when it does not answer. */
export async function checkDatabase(database: Database, migrations: readonly string[]): Promise<Finding[]> {
  const read = await within(PATIENCE_MS, readFacts(database, migrations)).catch((error: unknown) => reasonOf(error))
  if (read !== null && typeof read === 'object') return judgeDatabase(read)
  const fix = 'Check DATABASE_URL, that the server runs, and that it lets this machine in.'
  return [fail('database', read ?? 'no answer in time', fix)]
}

/** The driver's first line, which holds neither address nor password. */
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? 'no answer'

async function readFacts(database: Database, migrations: readonly string[]): Promise<DatabaseFacts> {
  const skewSeconds = await readSkew(database)
  const [row] = await database.$queryRaw<Omit<DatabaseFacts, 'skewSeconds' | 'pendingMigrations'>[]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
      current_setting('is_superuser') = 'on' AS "isSuperuser",
      has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`
  if (!row) throw new Error('The database answered nothing.')
  return { ...row, skewSeconds, pendingMigrations: await findPendingMigrations(database, migrations) }
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

export function judgeDatabase(facts: DatabaseFacts): Finding[] {
  const { version, versionNumber, isSuperuser, mayCreate, skewSeconds, pendingMigrations } = facts
  const [first] = pendingMigrations
  const skew = Math.abs(skewSeconds)
  const skewWords = `${skew.toFixed(1)} s apart`
  const clockFix = 'Let both machines keep their time by NTP.'
  return [
    Math.floor(versionNumber / 10_000) >= OLDEST_MAJOR
      ? well('database', `PostgreSQL ${version}`)
      : fail('database', `PostgreSQL ${version}`, `Take PostgreSQL ${OLDEST_MAJOR} or newer.`),
    isSuperuser
      ? warn('database role', 'a superuser', 'Give the site a role that owns its database and may do nothing else.')
      : mayCreate
        ? well('database role', 'may migrate, and is no superuser')
        : warn('database role', 'may not create tables', 'Let the migrations run as a role that owns the database.'),
    first
      ? fail(
          'migrations',
          `${pendingMigrations.length} pending, from ${first} on`,
          'Run the migrations: node bin/turnpike-site.mjs migrate',
        )
      : well('migrations', 'all are applied'),
    skew > SKEW_FAIL_SECONDS
      ? fail('clock', skewWords, clockFix)
      : skew > SKEW_WARN_SECONDS
        ? warn('clock', skewWords, clockFix)
        : well('clock', `${skewWords} from the database's`),
  ]
}
