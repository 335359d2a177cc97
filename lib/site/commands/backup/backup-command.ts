import { existsSync } from 'node:fs'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { DomainError } from '@/lib/base/infra/domain-error'
import { parseToolEnv } from '@/lib/base/infra/env'
import { runPostgresTool } from './run-postgres-tool'

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

/**
 * Writes the whole database, at one moment, into a file that only its owner can read. The file appears once it is
 * complete and on the disk. It contains hashed keys, sealed secrets and buyers' addresses.
 */
export async function backUp(databaseUrl: string, file: string): Promise<void> {
  if (existsSync(file)) throw new DomainError('USAGE', `${file} is there already; name another file.`)
  const part = `${file}.part`
  await rm(part, { force: true })
  try {
    await (await open(part, 'wx', 0o600)).close()
    const options = ['--format=custom', '--no-owner', '--no-privileges', `--file=${part}`]
    await runPostgresTool('pg_dump', databaseUrl, options)
    await chmod(part, 0o600)
    const written = await open(part, 'r')
    await written.sync()
    await written.close()
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}
