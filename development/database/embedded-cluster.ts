import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { commandAs, resolvePostgresAccount } from './postgres-programs'

const ACCESS_FILE = 'turnpike-access.json'
const accessSchema = z.object({ adminPassword: z.string().min(16), ownerPassword: z.string().min(16) })

/** Passwords of a cluster that we made: of its superuser `admin`, and of the role that the application uses. */
export type ClusterAccess = z.infer<typeof accessSchema>

export function clusterAccess(dataDir: string): ClusterAccess {
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
export async function createCluster({
  initdb,
  postgres,
  dataDir,
}: {
  initdb: string
  postgres: string
  dataDir: string
}) {
  mkdirSync(dirname(dataDir), { recursive: true })
  const staging = mkdtempSync(`${dataDir}.new-`)
  try {
    const access = { adminPassword: randomBytes(24).toString('hex'), ownerPassword: randomBytes(24).toString('hex') }
    await runInitdb({ initdb, postgres, staging, password: access.adminPassword })
    writeOwned(join(staging, ACCESS_FILE), JSON.stringify(access), staging)
    moveIntoPlace(staging, dataDir)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

type InitdbInput = { initdb: string; postgres: string; staging: string; password: string }

async function runInitdb({ initdb, postgres, staging, password }: InitdbInput) {
  const account = resolvePostgresAccount(postgres, staging)
  const passwordFile = `${staging}.password`
  writeOwned(passwordFile, `${password}\n`, staging)
  // The built-in locale sorts and folds Unicode alike on every machine, whatever locales the system has.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const identity = ['--username=admin', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const launch = commandAs(account, initdb, [`--pgdata=${staging}`, '--no-sync', ...locale, ...identity])
  try {
    const child = spawn(launch.command, launch.args, { ...launch.options, stdio: ['ignore', 'ignore', 'pipe'] })
    let words = ''
    child.stderr.on('data', (chunk) => (words += String(chunk)))
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
    if (code !== 0) throw new DomainError('DATABASE_START_FAILED', `The database could not be created. ${words.trim()}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Writes a file that only the cluster's user can read, who owns the folder beside it. */
function writeOwned(file: string, text: string, folder: string) {
  writeFileSync(file, text, { mode: 0o600 })
  const { uid, gid } = statSync(folder)
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

function moveIntoPlace(staging: string, dataDir: string) {
  try {
    renameSync(staging, dataDir)
  } catch (error) {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error
  }
}
