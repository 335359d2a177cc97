import { importSnapshotOnce } from '@/lib/catalog/ingest/snapshot'
import { openDatabase } from '@/lib/infra/database'
import { parseServerEnv } from '@/lib/infra/env'

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
