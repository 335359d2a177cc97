import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { findFreePort } from '../free-port'
import {
  EMBEDDED_POSTGRES_MAJOR,
  embeddedAccount,
  findPostmaster,
  type Postmaster,
  startPostgresProgram,
} from './postgres-programs'

const ACCESS_FILE = 'turnpike-access.json'
const accessSchema = z.object({ adminPassword: z.string().min(16), ownerPassword: z.string().min(16) })

/** Passwords of a cluster that we made: of its superuser `admin`, and of the role that the application uses. */
type ClusterAccess = z.infer<typeof accessSchema>

function clusterAccess(dataDir: string): ClusterAccess {
  const file = join(dataDir, ACCESS_FILE)
  try {
    return accessSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new DomainError(
      'DATABASE_ACCESS_LOST',
      `The passwords of the database in ${dataDir} cannot be read from ${ACCESS_FILE}: ` +
        'move that folder away to start afresh.',
      { cause },
    )
  }
}

/**
 * Creates the files of a new, empty cluster. They are made beside `dataDir` and renamed at the end, so a crash leaves
 * no half cluster, and of two processes that race the first one wins.
 */
async function createCluster(dataDir: string) {
  mkdirSync(dirname(dataDir), { recursive: true })
  const staging = mkdtempSync(`${dataDir}.new-`)
  const passwordFile = `${staging}.password`
  try {
    const access = { adminPassword: randomBytes(24).toString('hex'), ownerPassword: randomBytes(24).toString('hex') }
    embeddedAccount(staging)
    writeOwned(passwordFile, `${access.adminPassword}\n`, staging)
    await runInitdb(staging, passwordFile)
    writeOwned(join(staging, ACCESS_FILE), JSON.stringify(access), staging)
    renameSync(staging, dataDir)
  } catch (error) {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(staging, { recursive: true, force: true })
  }
}

async function runInitdb(staging: string, passwordFile: string) {
  // The built-in locale sorts and folds Unicode alike on every machine, whatever locales the system has.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const identity = ['--username=admin', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const child = startPostgresProgram(
    'initdb',
    staging,
    [`--pgdata=${staging}`, '--no-sync', ...locale, ...identity],
    'pipe',
  )
  let words = ''
  child.stderr?.on('data', (chunk) => (words += String(chunk)))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new DomainError('DATABASE_START_FAILED', `The database could not be created. ${words.trim()}`)
}

/** Writes a file that only the cluster's user can read, who owns the folder beside it. */
function writeOwned(file: string, text: string, folder: string) {
  writeFileSync(file, text, { mode: 0o600 })
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

export type EmbeddedDatabase = Awaited<ReturnType<typeof startEmbeddedDatabase>>

type EmbeddedDatabaseOptions = {
  dataDir: string
  /** 0 takes any free port. An adopted server keeps its port. */
  port?: number
  /** False trades durability for speed; only for throw-away data. */
  isDurable?: boolean
  maxConnections?: number
}

const START_TIMEOUT_MS = 30_000

/** No schema has this name. Older clusters have another name for it. */
const OWNER = 'turnpike_site'

/**
 * Starts PostgreSQL on `dataDir`, or adopts the server that already runs there: one that outlived the SIGKILL of its
 * starter works as well as a new one. Listens on loopback only. The server does not die with this process; call `stop`.
 * Fails with a plain sentence: DATABASE_VERSION_MISMATCH, DATABASE_START_FAILED.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions) {
  const dataDir = resolve(options.dataDir)
  requireMatchingVersion(dataDir)
  const isAdopted = findPostmaster(dataDir) !== null
  const { pid, port } = await findOrStart({ ...options, dataDir })
  try {
    const url = await ensureOwnDatabase(dataDir, port)
    return { url, port, pid, isAdopted, stop: () => stopServer(dataDir) }
  } catch (error) {
    if (!isAdopted) await stopServer(dataDir)
    throw error
  }
}

/** Faults that end by themselves: another start, workers of a killed server that release its memory, a port that was just taken. */
const TEMPORARY = /postmaster\.pid|shared memory block|could not create any TCP\/IP sockets/

async function findOrStart(options: EmbeddedDatabaseOptions): Promise<Postmaster> {
  const { dataDir } = options
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createCluster(dataDir)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const running = findPostmaster(dataDir)
    if (running?.isReady) return running
    const words = running ? null : await startServer(options)
    if (Date.now() > deadline || (words !== null && !TEMPORARY.test(words))) {
      throw new DomainError('DATABASE_START_FAILED', `The embedded database in ${dataDir} did not start. ${words}`)
    }
    await sleep(25)
  }
}

function requireMatchingVersion(dataDir: string) {
  const versionFile = join(dataDir, 'PG_VERSION')
  if (!existsSync(versionFile)) return
  const found = readFileSync(versionFile, 'utf8').trim()
  if (found === String(EMBEDDED_POSTGRES_MAJOR)) return
  throw new DomainError(
    'DATABASE_VERSION_MISMATCH',
    `The database in ${dataDir} was made by PostgreSQL ${found}, but this version of Turnpike brings ` +
      `PostgreSQL ${EMBEDDED_POSTGRES_MAJOR}: move that folder away to start afresh, or upgrade it with pg_upgrade.`,
  )
}

/** Returns null once the server takes connections, else its last words. */
async function startServer(options: EmbeddedDatabaseOptions): Promise<string | null> {
  const { dataDir } = options
  const logFile = `${dataDir}.log`
  const log = openSync(logFile, 'w', 0o600)
  const port = options.port || (await findFreePort())
  const settings = Object.entries(serverSettings({ ...options, port })).map(([name, value]) => `-c ${name}=${value}`)
  const args = ['start', `--pgdata=${dataDir}`, '--wait', `--timeout=${START_TIMEOUT_MS / 1000}`]
  const starter = startPostgresProgram('pg_ctl', dataDir, [...args, `--options=${settings.join(' ')}`], log)
  const [code] = await once(starter, 'exit')
  closeSync(log)
  return code === 0 ? null : readFileSync(logFile, 'utf8').trim().split('\n').slice(-6).join(' ')
}

/** For a small machine that also runs chains, a web server and perhaps a browser. */
function serverSettings({ port, isDurable = true, maxConnections = 60 }: EmbeddedDatabaseOptions) {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '64MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '256MB',
    min_wal_size: '80MB',
    max_parallel_workers_per_gather: 1,
    log_min_messages: 'warning',
    timezone: 'UTC',
    ...(isDurable ? {} : throwAway),
  }
}

/** Each test file opens its own connections, to data that no password has to guard. */
const throwAway = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', scram_iterations: 1 }

/** The URL of the database `turnpike`, with a role that owns it and may create databases, but is no superuser. */
async function ensureOwnDatabase(dataDir: string, port: number): Promise<string> {
  const { adminPassword, ownerPassword } = clusterAccess(dataDir)
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'admin', password: adminPassword, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query('SELECT pg_advisory_lock(1)')
    const { rows } = await admin.query<{ owner: string }>(
      "SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'turnpike'",
    )
    if (!rows[0]) {
      const password = admin.escapeLiteral(ownerPassword)
      await admin.query(`DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${OWNER}') THEN
        CREATE ROLE ${OWNER} LOGIN CREATEDB PASSWORD ${password}; END IF; END $$`)
      await admin.query(`CREATE DATABASE turnpike OWNER ${OWNER}`)
    }
    return `postgresql://${rows[0]?.owner ?? OWNER}:${ownerPassword}@127.0.0.1:${port}/turnpike`
  } finally {
    await admin.end()
  }
}

/** Ends the server: politely (clients are cut, work is kept), after 15 seconds without waiting for its checkpoint. */
async function stopServer(dataDir: string) {
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', `--pgdata=${dataDir}`, `--mode=${mode}`, '--timeout=15']
    const [code] = await once(startPostgresProgram('pg_ctl', dataDir, args, 'pipe'), 'exit')
    if (code === 0) return
  }
}
