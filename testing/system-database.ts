import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { commandAs, resolvePostgresAccount } from '@/development/database/postgres-account'
import { findSystemPostgres } from '@/development/database/system-postgres'
import { findFreePort } from '@/development/free-port'
import { onServer } from './template-database'

export type SystemDatabase = {
  /** Folder of pg_dump and pg_restore of the server's own version. */
  programs: string
  /** A new, empty database that a role without a superuser's rights owns. */
  create: (name: string) => Promise<string>
  /** What a lost disk leaves of it. */
  destroy: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/** A server of the system's PostgreSQL in a temporary folder: the embedded one comes without client programs. */
export async function startSystemDatabase(): Promise<SystemDatabase> {
  const programs = findSystemPostgres()
  if (!programs) throw new Error('Expected pg_dump with its server: install PostgreSQL, or run npm test, which does.')
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-system-db-'))
  const dataDir = join(folder, 'db')
  mkdirSync(dataDir)
  const postgres = join(programs, 'postgres')
  resolvePostgresAccount(postgres, folder)
  const account = resolvePostgresAccount(postgres, dataDir)
  const initdb = commandAs(account, join(programs, 'initdb'), [
    ...[`--pgdata=${dataDir}`, '--no-sync', '--encoding=UTF8', '--locale=C', '--username=admin', '--auth=trust'],
  ])
  execFileSync(initdb.command, initdb.args, { ...initdb.options, stdio: 'ignore' })
  const port = await findFreePort()
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', timezone: 'UTC' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = commandAs(account, postgres, ['-D', dataDir, ...options])
  const server = spawn(launch.command, launch.args, { ...launch.options, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const adminUrl = `postgresql://admin@127.0.0.1:${port}/postgres`
  const asAdmin = (sql: string) => onServer(adminUrl, (client) => client.query(sql))
  while (!(await answers(adminUrl))) {
    if (server.exitCode !== null) throw new Error('Expected the system PostgreSQL to start.')
    await sleep(50)
  }
  await asAdmin("CREATE ROLE turnpike LOGIN PASSWORD 'not asked for'")
  return {
    programs,
    async create(name) {
      await asAdmin(`CREATE DATABASE ${name} OWNER turnpike`)
      return `postgresql://turnpike@127.0.0.1:${port}/${name}`
    },
    destroy: async (name) => void (await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`)),
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
