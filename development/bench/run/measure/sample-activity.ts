import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The average number of active connections, and the waits and statements that kept most of them. */
export type Activity = { busy: number; rows: [string, number][] }

const EVERY_MS = 20
const ROWS_SHOWN = 12

/** Samples the activity of the database's connections; the returned function ends it and reports. */
export async function sampleActivity(databaseUrl: string): Promise<() => Promise<Activity>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const counts = new Map<string, number>()
  let samples = 0
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      const { rows } = await client.query<{ what: string }>(
        `SELECT coalesce(wait_event_type || ' ' || wait_event, 'on the processor') || ': ' ||
           left(regexp_replace(query, '\\s+', ' ', 'g'), 90) AS what
         FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
      )
      samples += 1
      for (const { what } of rows) counts.set(what, (counts.get(what) ?? 0) + 1)
      await sleep(EVERY_MS)
    }
  })()
  return async () => {
    isDone = true
    await sampling
    await client.end()
    const means = [...counts].map(([what, count]): [string, number] => [what, count / samples])
    const busy = means.reduce((sum, [, mean]) => sum + mean, 0)
    return { busy, rows: means.toSorted(([, a], [, b]) => b - a).slice(0, ROWS_SHOWN) }
  }
}
