import type { Database } from '@/lib/base/infra/database'
import { lookAround } from '@/lib/bazaar/ingest/look-outs/look-around'
import { importSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { withDatabase } from './with-database'

/** Runs over the real listings that the project ships, imported and looked at once, in a database that ends with it. */
export async function withShippedListings(run: (database: Database) => Promise<void>): Promise<never> {
  await withDatabase(async (database) => {
    const now = new Date()
    const { listed } = await importSnapshot(database, now)
    await database.$executeRaw`ANALYZE`
    const started = performance.now()
    while ((await lookAround(database, now)) > 0);
    console.log(`${listed} listings, looked at in ${Math.round(performance.now() - started)} ms`)
    await run(database)
  })
  process.exit()
}
