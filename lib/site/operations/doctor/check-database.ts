import { within } from '@/lib/base/infra/concurrency'
import { type Database, requireOwnTables, sql } from '@/lib/base/infra/database'
import { databaseReason } from '@/lib/base/infra/database-errors'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { listFailingRows } from '@/lib/base/infra/jobs'
import { listMigrations } from '@/lib/base/infra/migrations'
import { listInstances } from '@/lib/gate/resource-server/instance'
import { type Finding, fail, warn, well } from './finding'

const OLDEST_MAJOR = 15
/** Signed payments live for seconds to minutes: a minute apart, they are refused. */
const SKEW_WARN_SECONDS = 5
const SKEW_FAIL_SECONDS = 60

type Stored = { database: Database }

/** Whether the database answers, with the tables of this version; one finding when it does not. */
export async function checkDatabase(
  { database, migrations = listMigrations() }: Stored & { migrations?: readonly string[] },
  patienceMs: number,
): Promise<Finding[]> {
  const fix = 'Check DATABASE_URL, that the server runs, and that it lets this machine in.'
  const away = (found: string, detail?: string) => [fail('database', found, fix, detail)]
  const reading = requireOwnTables(database).then(() =>
    Promise.all([findPendingMigrations(database, migrations), takesWrites(database), findDiskFault(database)]),
  )
  try {
    const read = await within(patienceMs, reading)
    if (read === null) return away('does not answer in time')
    const [pending, isWritable, diskFault] = read
    if (!isWritable) return [fail('database', 'answers, and takes no writes', READ_ONLY), judgeMigrations(pending)]
    if (diskFault)
      return [fail('database', 'answers, and has no room to write', NO_ROOM, diskFault), judgeMigrations(pending)]
    return [well('database', 'answers'), judgeMigrations(pending)]
  } catch (error) {
    return isDomainError(error) ? away(error.message) : away('does not answer', databaseReason(error))
  }
}

const READ_ONLY =
  'It is a replica, or default_transaction_read_only is on: name the primary in DATABASE_URL, or switch that off.'

const NO_ROOM = 'Its disk is full, or a limit of its files is reached: make room there; nothing is sold until then.'

/** More than fits into 64 kB, so that PostgreSQL has to write it into a file beside its data. */
const SPILLED_ROWS = 5_000

/**
 * The server's words where its files cannot grow, else null. Asked by a sort's temporary file, which leaves nothing
 * behind: a table that has free pages, such as that of the heartbeats, takes writes for hours after the disk is full.
 */
async function findDiskFault(database: Database): Promise<string | null> {
  try {
    await database.$transaction(async (open) => {
      await open.execute(sql`SET LOCAL work_mem = '64kB'`)
      await open.rows(sql`SELECT count(*)::int AS count FROM generate_series(1, ${SPILLED_ROWS}::int)`)
    })
    return null
  } catch (error) {
    const reason = databaseReason(error)
    if (NO_ROOM_CODES.test(error instanceof Error ? error.message : '')) return reason
    throw error
  }
}

/** PostgreSQL's codes for a full disk, and for a limit of temporary files. */
const NO_ROOM_CODES = /Code: `53[14]00`/

async function takesWrites(database: Database): Promise<boolean> {
  const [row] = await database.rows<{ isWritable: boolean }>(sql`
    SELECT current_setting('transaction_read_only') = 'off' AS "isWritable"`)
  return row?.isWritable ?? false
}

function judgeMigrations(pending: readonly string[]): Finding {
  const [first] = pending
  if (!first) return well('migrations', 'all are applied')
  return fail(
    'migrations',
    `${pending.length} pending, from ${first} on`,
    'Run the migrations: node bin/turnpike-site.mjs migrate',
  )
}

export async function checkServer({ database }: Stored): Promise<Finding[]> {
  type ServerFacts = { version: string; versionNumber: number; isSuperuser: boolean; mayCreate: boolean }
  const { version, versionNumber, isSuperuser, mayCreate } = await database.row<ServerFacts>(sql`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
      current_setting('is_superuser') = 'on' AS "isSuperuser",
      has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`)
  return [
    Math.floor(versionNumber / 10_000) >= OLDEST_MAJOR
      ? well('database server', `PostgreSQL ${version}`)
      : fail('database server', `PostgreSQL ${version}`, `Take PostgreSQL ${OLDEST_MAJOR} or newer.`),
    isSuperuser
      ? warn('database role', 'a superuser', 'Give the site a role that owns its database and may do nothing else.')
      : mayCreate
        ? well('database role', 'may migrate, and is no superuser')
        : warn('database role', 'may not create tables', 'Let the migrations run as a role that owns the database.'),
  ]
}

/**
 * Compares this machine's clock with the database's. The answer takes time to come: by half of it the reading is
 * uncertain, and so much is left out of the difference.
 */
export async function checkClock({ database }: Stored): Promise<Finding> {
  const askedAt = Date.now()
  const { now } = await database.row<{ now: Date }>(sql`SELECT clock_timestamp() AS now`)
  const uncertainMs = (Date.now() - askedAt) / 2
  const aheadMs = askedAt + uncertainMs - now.getTime()
  const seconds = Math.max(0, Math.abs(aheadMs) - uncertainMs) / 1_000
  const found = `this machine's is ${seconds.toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's`
  const fix = 'Let both machines keep their time by NTP: payments are refused as too late or too early.'
  if (seconds > SKEW_FAIL_SECONDS) return fail('clock', found, fix)
  return seconds > SKEW_WARN_SECONDS ? warn('clock', found, fix) : well('clock', 'as the database’s')
}

/**
 * Migrations that this version needs and the database has not finished. Those of a newer version are no fault: it runs
 * beside this one during an upgrade.
 */
export async function findPendingMigrations(database: Database, needed: readonly string[]): Promise<string[]> {
  const [table] = await database.rows<{ exists: boolean }>(sql`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`)
  if (!table?.exists) return [...needed]
  const rows = await database.rows<{ name: string }>(sql`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`)
  const applied = new Set(rows.map(({ name }) => name))
  return needed.filter((name) => !applied.has(name))
}

export async function checkRows({ database }: Stored): Promise<Finding> {
  const rows = await listFailingRows(database, new Date())
  const [last] = rows
  if (!last) return well('jobs', 'no row fails')
  const { job, row, failures, fault } = last
  return warn(
    'jobs',
    `${rows.length} of their rows fail`,
    'The log has each error, as "a row of a job failed". Each row is tried again within a day.',
    `the last one ${failures}x: ${job}, ${row}: ${fault.split('\n').at(-1)}`,
  )
}

const TOLD_SECONDS = 600

/** An instance that ends takes its row with it; a row that stays behind is of one that was killed, or is cut off. */
export async function checkInstances({ database }: Stored): Promise<Finding> {
  const instances = await listInstances(database)
  const lost = instances.filter(({ silentSeconds, isAlive }) => !isAlive && silentSeconds < TOLD_SECONDS)
  const [last] = lost
  if (!last) return well('instances', 'none was lost in the last ten minutes')
  return warn(
    'instances',
    `${lost.length} ended in the last ten minutes without saying so, or cannot write to the database`,
    'Its log, and that of the system, say why (memory, a kill, the network). Start it again where nothing does.',
    `last heard of at ${last.seenAt.toISOString()}`,
  )
}
