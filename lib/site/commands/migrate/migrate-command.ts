import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { deployMigrations } from '@/lib/base/infra/migrations'

const USAGE = 'Usage: turnpike-site migrate. DATABASE_DIRECT_URL or DATABASE_URL names the database.'

/** Brings a deployment's database to this version: `migrate`. Any number of instances may run it at once. */
export async function migrateCommand([command]: string[]): Promise<void> {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl) throw new DomainError('USAGE', USAGE)
  if (command !== undefined) throw new DomainError('USAGE', USAGE)
  const applied = await deployMigrations(databaseUrl)
  console.log(applied.length > 0 ? applied.join('\n') : 'Nothing to apply.')
}
