import type { Database } from '@/lib/base/infra/database'
import type { Audience } from '@/lib/base/x402/audience'

export type ChallengeCounter = {
  /** Counts a 402, only in memory. Routes that belong to no seller are ignored. */
  add: (event: { routeKey: string; audience: Audience; at: Date }) => void
  /** Writes the counts since the last flush in one statement; a failure keeps them for the next one. */
  flush: (database: Database) => Promise<number>
}

type Count = { handle: string; day: string; routeKey: string; audience: Audience; served: number }

/** Kinds of counts held in memory at most; routes are ours, so buyers cannot make more of them. */
const MAXIMUM_COUNTS = 100_000

/**
 * Counts unpaid 402s. A flood of requests causes no writes: each instance adds up, and flushes every few seconds.
 * Counts since the last flush are lost when an instance is killed; no money depends on them.
 */
export function createChallengeCounter(): ChallengeCounter {
  let counts = new Map<string, Count>()

  function note(count: Count): void {
    const key = `${count.day} ${count.audience} ${count.routeKey}`
    const known = counts.get(key)
    if (known) known.served += count.served
    else if (counts.size < MAXIMUM_COUNTS) counts.set(key, { ...count })
  }

  return {
    add({ routeKey, audience, at }) {
      const handle = handleOf(routeKey)
      if (handle) note({ handle, day: at.toISOString().slice(0, 10), routeKey, audience, served: 1 })
    },
    async flush(database) {
      if (counts.size === 0) return 0
      const taken = [...counts.values()]
      counts = new Map()
      try {
        await save(database, taken)
      } catch (error) {
        for (const count of taken) note(count)
        throw error
      }
      return taken.length
    },
  }
}

/** The handle in `GET /x/<handle>/…`; null for a route that belongs to no seller. */
const handleOf = (routeKey: string): string | null => /^[A-Z]+ \/x\/([^/]+)\//.exec(routeKey)?.[1] ?? null

/**
 * Writes rows for routes, and one for the whole shop (route key '') so that days are read without adding up routes. The
 * order is the same in every instance, so that two that flush at once wait for each other and never deadlock.
 */
async function save(database: Database, counts: Count[]): Promise<void> {
  const items = JSON.stringify(counts)
  await database.$executeRaw`
    INSERT INTO challenge_counts AS known (handle, day, route_key, audience, served)
    SELECT handle, day, coalesce("routeKey", ''), audience, sum(served)
    FROM jsonb_to_recordset(${items}::jsonb) AS item(handle text, day date, "routeKey" text, audience text, served bigint)
    GROUP BY GROUPING SETS ((handle, day, audience, "routeKey"), (handle, day, audience))
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (handle, day, route_key, audience) DO UPDATE SET served = known.served + EXCLUDED.served`
}
