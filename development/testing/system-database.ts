import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { commandAs, type PostgresAccount, resolvePostgresAccount } from '@/development/database/postgres-account'
import { findSystemPostgres } from '@/development/database/system-postgres'
import { findFreePort } from '@/development/free-port'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { onServer } from './template-database'

export type SystemDatabase = {
  /** Folder of pg_dump and pg_restore of the server's own version. */
  programs: string
  /** A new, empty database that a role without a superuser's rights owns. */
  create: (name: string) => Promise<string>
  /** The same with all tables. */
  createMigrated: (name: string) => Promise<string>
  /** Destroys it as the loss of its disk would. */
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
  const runAs = (program: string, args: string[]) => {
    const launch = commandAs(account, join(programs, program), args)
    execFileSync(launch.command, launch.args, { ...launch.options, stdio: 'ignore' })
  }
  runAs('initdb', [
    `--pgdata=${dataDir}`,
    '--no-sync',
    '--encoding=UTF8',
    '--locale=C',
    '--username=admin',
    '--auth=trust',
  ])
  const primary = await startServer(account, { postgres, dataDir, port: await findFreePort() })
  const adminUrl = adminUrlOf(primary.port)
  const asAdmin = (sql: string) => onServer(adminUrl, (client) => client.query(sql))
  const servers = [primary]
  await asAdmin("CREATE ROLE turnpike LOGIN PASSWORD 'not asked for'")
  const create = async (name: string) => {
    await asAdmin(`CREATE DATABASE ${name} OWNER turnpike`)
    return `postgresql://turnpike@127.0.0.1:${primary.port}/${name}`
  }
  return {
    programs,
    create,
    async createMigrated(name) {
      const url = await create(name)
      await deployMigrations(url)
      return url
    },
    destroy: async (name) => void (await asAdmin(`DROP DATABASE ${name} WITH (FORCE)`)),
    async stop() {
      for (const server of servers.toReversed()) await server.end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const adminUrlOf = (port: number) => `postgresql://admin@127.0.0.1:${port}/postgres`

async function startServer(account: PostgresAccount, place: { postgres: string; dataDir: string; port: number }) {
  const { postgres, dataDir, port } = place
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', timezone: 'UTC' }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const launch = commandAs(account, postgres, ['-D', dataDir, ...options])
  const server = spawn(launch.command, launch.args, { ...launch.options, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  while (!(await answers(adminUrlOf(port)))) {
    if (server.exitCode !== null) throw new Error('Expected the system PostgreSQL to start.')
    await sleep(50)
  }
  return {
    port,
    end: async (signal: NodeJS.Signals) => {
      server.kill(signal)
      await ended
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
