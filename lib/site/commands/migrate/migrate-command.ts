import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { deployMigrations } from '@/lib/base/infra/migrations'
import { makeVectors } from './make-vectors'

const USAGE =
  'Usage: turnpike-site migrate | turnpike-site migrate vectors <length>. DATABASE_DIRECT_URL or DATABASE_URL names the database.'

/** Brings a deployment's database to this version: `migrate`. Any number of instances may run it at once. */
export async function migrateCommand([command, length = '']: string[]): Promise<void> {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl) throw new DomainError('USAGE', USAGE)
  if (command === 'vectors' && /^[1-9]\d{0,3}$/.test(length)) {
    return console.log(await makeVectors(databaseUrl, Number(length)))
  }
  if (command !== undefined) throw new DomainError('USAGE', USAGE)
  const applied = await deployMigrations(databaseUrl)
  console.log(applied.length > 0 ? applied.join('\n') : 'Nothing to apply.')
}
