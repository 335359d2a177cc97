import { DomainError } from '@/lib/infra/domain-error'
import { parseToolEnv } from '@/lib/infra/env'
import { runProcess } from '../run-process'
import { backUp } from './back-up'

/** Writes the whole database into a file: `npm run backup -- <file>`. The site may go on meanwhile. */
await runProcess(async () => {
  const { databaseUrl } = parseToolEnv(process.env)
  const [file, ...more] = process.argv.slice(2)
  if (!databaseUrl || !file || more.length > 0) {
    throw new DomainError('USAGE', 'Usage: backup <file>. DATABASE_DIRECT_URL or DATABASE_URL names the database.')
  }
  await backUp(databaseUrl, file)
  console.log(`The backup is in ${file}.`)
})
