import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@/development/database/embedded-database'
import { type Database, openDatabase } from '@/lib/base/infra/database'
import { deployMigrations } from '@/lib/base/infra/migrations'

/** Runs a measurement over an empty database of its own, on a server with the process number `pid`, and deletes both. */
export async function withDatabase(run: (database: Database, pid: number) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const server = await startEmbeddedDatabase({ dataDir: join(folder, 'db'), isDurable: false })
  try {
    await deployMigrations(server.url)
    const database = openDatabase(server.url)
    await run(database, server.pid)
    await database.$disconnect()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
