import { deployMigrations } from '@/lib/base/infra/migrations'
import { commandDatabaseUrl } from './command-database'

/** Brings a deployment's database to this version: `migrate`. Any number of instances may run it at once. */
export async function migrateCommand(): Promise<void> {
  const applied = await deployMigrations(commandDatabaseUrl())
  console.log(applied.length > 0 ? applied.join('\n') : 'Nothing to apply.')
}
