import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { backUp } from './back-up'

/** Writes the whole database into a file: `backup <file>`. The site may keep running. */
export async function backupCommand([file, ...more]: string[]): Promise<void> {
  const { databaseUrl } = parseToolEnv(process.env)
  if (!databaseUrl || !file || more.length > 0) {
    throw new DomainError(
      'USAGE',
      'Usage: turnpike-site backup <file>. DATABASE_DIRECT_URL or DATABASE_URL names the database.',
    )
  }
  await backUp(databaseUrl, file)
  console.log(`The backup is in ${file}.`)
}
