import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, open, rename, rm } from 'node:fs/promises'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { openDatabase, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { doubtChannels } from '@/lib/channels/ledger/channel-rows'
import { findLastTrace } from '@/lib/payments/find-payments'
import { commandDatabaseUrl } from './command-database'
import type { CommandInput } from './read-command'

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

/** Fills an empty database from a backup: `restore <file>`. Start no instance before `reconcile` has run. */
export async function restoreCommand({ words: [file = ''] }: CommandInput): Promise<void> {
  const last = await restore(commandDatabaseUrl(), file)
  const since = last?.toISOString() ?? '<when the backup was made>'
  console.log(`Restored. Apply the migrations, then see what the chains know beyond it: reconcile --since ${since}`)
}

/**
 * Fills an empty database from a backup: all of it or nothing. Refuses one that has tables, since two ledgers must
 * never mix. Returns when the backup's ledger was written last; null for an empty ledger.
 */
export async function restore(databaseUrl: string, file: string): Promise<Date | null> {
  const database = openDatabase(databaseUrl)
  try {
    const [row] = await database.rows<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
    if (row?.count !== 0) {
      throw new DomainError(
        'DATABASE_NOT_EMPTY',
        'That database has tables already; make a new, empty one to restore to.',
      )
    }
    const options = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', file]
    await runPostgresTool('pg_restore', databaseUrl, options)
    await doubtChannels(database)
    await database.execute(sql`ANALYZE`)
    return await findLastTrace(database)
  } finally {
    await database.$disconnect()
  }
}

/**
 * Runs one of PostgreSQL's own client programs, with the database's password in its environment and not among its
 * arguments, which other users of the machine may read. Throws POSTGRES_TOOL with the program's output.
 */
export async function runPostgresTool(
  program: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  options: readonly string[],
): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const args = [...options, `--dbname=${url.href}`, '--no-password']
  const child = spawn(program, args, { env: bareEnv({ PGPASSWORD: password }), stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-4_000)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve)
    child.on('error', () =>
      reject(
        new DomainError(
          'POSTGRES_TOOL',
          `${program} cannot be started: install PostgreSQL's client programs, of the server's version or newer.`,
        ),
      ),
    )
  })
  if (code !== 0) throw new DomainError('POSTGRES_TOOL', `${program} failed: ${words.trim()}`)
}
