import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { OurSite } from './start-our-site'

const PATIENCE_MS = 180_000

/** Waits for the site's jobs, which list its routes a moment after its start. */
export async function untilListed({ databaseUrl, url }: Pick<OurSite, 'databaseUrl' | 'url'>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const deadline = performance.now() + PATIENCE_MS
    while (performance.now() < deadline) {
      const { rowCount } = await client.query(`SELECT 1 FROM catalog_entries WHERE key = 'GET ' || $1`, [url])
      if (rowCount) return
      await sleep(200)
    }
  } finally {
    await client.end()
  }
  throw new Error(`${url} was not listed within three minutes.`)
}
