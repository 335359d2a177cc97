import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { deployMigrations } from '@/lib/base/infra/migrations'
import type { TestDatabase } from './test-database'

/** A migrated PostgreSQL with pgvector in this process, since the embedded one comes without. Takes one connection. */
export async function createPgvectorDatabase(): Promise<TestDatabase> {
  const lite = await PGlite.create({ extensions: { vector, pg_trgm } })
  const socket = new PGLiteSocketServer({ db: lite, port: 0, host: '127.0.0.1', maxConnections: 10 })
  await socket.start()
  const url = `postgresql://postgres:postgres@${socket.getServerConn()}/postgres`
  await deployMigrations(url)
  const drop = async () => {
    await socket.stop()
    await lite.close()
  }
  return { url, maxConnections: 1, drop }
}
