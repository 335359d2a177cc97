import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'

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
  return findUser() ?? createUser()
}

function findUser(): { uid: number; gid: number } | null {
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  const [uid, gid] = [id('-u'), id('-g')]
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : null
}

function createUser(): { uid: number; gid: number } {
  const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  try {
    execFileSync('useradd', [...flags, 'postgres'], { stdio: 'ignore' })
  } catch (cause) {
    const found = findUser()
    if (found) return found
    throw new DomainError(
      'DATABASE_USER_MISSING',
      'PostgreSQL may not run as root, and the OS user "postgres" could not be created: ' +
        'create it, or start as another user.',
      { cause },
    )
  }
  const created = findUser()
  if (!created) throw new DomainError('DATABASE_USER_MISSING', 'The OS user "postgres" was created but is not found.')
  return created
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
