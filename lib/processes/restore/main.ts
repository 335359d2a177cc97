import { DomainError } from '@/lib/infra/domain-error'
import { parseToolEnv } from '@/lib/infra/env'
import { runProcess } from '../run-process'
import { restore } from './restore'

/** Fills an empty database from a backup: `npm run restore -- <file>`. Start no instance before `reconcile` has run. */
await runProcess(async () => {
  const { databaseUrl } = parseToolEnv(process.env)
  const [file, ...more] = process.argv.slice(2)
  if (!databaseUrl || !file || more.length > 0) {
    throw new DomainError(
      'USAGE',
      'Usage: restore <file>. DATABASE_DIRECT_URL or DATABASE_URL names an empty database.',
    )
  }
  const last = await restore(databaseUrl, file)
  const since = last?.toISOString() ?? '<when the backup was made>'
  console.log(`Restored. Apply the migrations, then see what the chains know beyond it: reconcile --since ${since}`)
})
