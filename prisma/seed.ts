import { openDatabase } from '@/lib/base/infra/database'
import { parseServerEnv } from '@/lib/base/infra/env'
import { importSnapshotOnce } from '@/lib/bazaar/ingest/snapshot'

/**
 * Fills a demo with what a visitor should find there. Called at every start, so it writes only missing parts.
 * @param env the configuration of the server that will show it
 */
export async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  const database = openDatabase(parseServerEnv(env).databaseUrl)
  try {
    await importSnapshotOnce(database, new Date())
  } finally {
    await database.$disconnect()
  }
}
