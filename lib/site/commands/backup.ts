import { existsSync } from 'node:fs'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { DomainError } from '@/lib/base/infra/domain-error'
import { commandDatabaseUrl } from './command-database'
import type { CommandInput } from './read-command'
import { runPostgresTool } from './run-postgres-tool'

/** Writes the whole database into a file: `backup <file>`. The site may keep running. */
export async function backupCommand({ words: [file = ''] }: CommandInput): Promise<void> {
  await backUp(commandDatabaseUrl(), file)
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
