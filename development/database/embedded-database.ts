import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DomainError } from '@/lib/base/infra/domain-error'
import { findFreePort, isPortTaken } from '../free-port'
import { clusterAccess, createCluster } from './embedded-cluster'
import {
  commandAs,
  EMBEDDED_POSTGRES_MAJOR,
  findPostgresBinaries,
  findPostmaster,
  isAlive,
  type Postmaster,
  resolvePostgresAccount,
} from './postgres-programs'

export type EmbeddedDatabase = {
  /** The URL of the database `turnpike`, with a role that owns it and may create databases, but is no superuser. */
  url: string
  port: number
  pid: number
  /** Found running, left by an earlier process, instead of started by this call. */
  isAdopted: boolean
  stop: () => Promise<void>
}

export type EmbeddedDatabaseOptions = {
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
 * Fails with a plain sentence: DATABASE_VERSION_MISMATCH, DATABASE_PORT_TAKEN, DATABASE_START_FAILED.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  requireMatchingVersion(dataDir)
  const isAdopted = findPostmaster(dataDir) !== null
  const { pid, port } = await findOrStart({ ...options, dataDir })
  try {
    const url = await ensureOwnDatabase(dataDir, port)
    return { url, port, pid, isAdopted, stop: () => stopServer(pid) }
  } catch (error) {
    if (!isAdopted) await stopServer(pid)
    throw error
  }
}

/** Tries again while the workers of a killed server still release its memory, or with another port of its own choice. */
async function findOrStart(options: EmbeddedDatabaseOptions): Promise<Postmaster> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const started = findPostmaster(options.dataDir) ? null : await startServer(options)
    // From here on: a slow machine may have taken as long to make the cluster.
    const ready = await waitUntilReady(options.dataDir, started, Date.now() + START_TIMEOUT_MS)
    if (ready) return ready
    const words = started ? readFileSync(started.logFile, 'utf8').trim().split('\n').slice(-3).join(' ') : ''
    // A port that was free a moment ago may be a connection's by now: the next try finds another.
    const isPortLost = !options.port && words.includes('could not create any TCP/IP sockets')
    const isTemporary = !started || isPortLost || words.includes('shared memory block')
    if (isTemporary && Date.now() < deadline) continue
    throw new DomainError(
      'DATABASE_START_FAILED',
      `The embedded database in ${options.dataDir} did not start. ${words}`,
    )
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

type StartedServer = { child: ChildProcess; logFile: string }

async function startServer(options: EmbeddedDatabaseOptions): Promise<StartedServer> {
  const { dataDir } = options
  const { postgres, initdb } = findPostgresBinaries()
  const port = options.port || (await findFreePort())
  if (options.port && (await isPortTaken(port))) {
    throw new DomainError(
      'DATABASE_PORT_TAKEN',
      `Port ${port} for the embedded database is taken: stop the program that listens there, or choose another port.`,
    )
  }
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await createCluster({ initdb, postgres, dataDir })
  return spawnServer(postgres, { ...options, port })
}

function spawnServer(postgres: string, options: EmbeddedDatabaseOptions): StartedServer {
  const logFile = `${options.dataDir}.log`
  const log = openSync(logFile, 'w', 0o600)
  const settings = Object.entries(serverSettings(options)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const account = resolvePostgresAccount(postgres, options.dataDir)
  const launch = commandAs(account, postgres, ['-D', options.dataDir, ...settings])
  const child = spawn(launch.command, launch.args, {
    ...launch.options,
    stdio: ['ignore', log, log],
    // A terminal's Ctrl-C goes to the whole group; the server must outlive the application to store its last writes.
    detached: true,
  })
  child.unref()
  closeSync(log)
  return { child, logFile }
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

/** The server once it takes connections; null when it ended before that. */
async function waitUntilReady(dataDir: string, started: StartedServer | null, deadline: number) {
  while (Date.now() < deadline) {
    const postmaster = findPostmaster(dataDir)
    if (postmaster?.isReady) return postmaster
    if (!postmaster && (started === null || started.child.exitCode !== null)) return null
    await sleep(25)
  }
  return null
}

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
async function stopServer(pid: number) {
  for (const [signal, waitMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = Date.now() + waitMs
    while (isAlive(pid) && Date.now() < deadline) await sleep(20)
  }
}
