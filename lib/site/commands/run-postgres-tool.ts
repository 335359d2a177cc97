import { spawn } from 'node:child_process'
import { bareEnv } from '@/lib/base/infra/bare-env'
import { DomainError } from '@/lib/base/infra/domain-error'

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
