import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
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
import { embeddedAccount, startPostgresProgram } from './postgres-programs'

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
export async function createCluster(dataDir: string) {
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
