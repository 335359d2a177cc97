import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { restore } from './restore'

/** Fills an empty database from a backup: `restore <file>`. Start no instance before `reconcile` has run. */
export async function restoreCommand([file, ...more]: string[]): Promise<void> {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl || !file || more.length > 0) {
    throw new DomainError(
      'USAGE',
      'Usage: turnpike-site restore <file>. DATABASE_DIRECT_URL or DATABASE_URL names an empty database.',
    )
  }
  const last = await restore(databaseUrl, file)
  const since = last?.toISOString() ?? '<when the backup was made>'
  console.log(`Restored. Apply the migrations, then see what the chains know beyond it: reconcile --since ${since}`)
}
