import type { Database } from '@/lib/base/infra/database'

const PAUSE_MS = 2_000
const LONGEST_BACKOFF_MS = 3_600_000

/** Takes a turn at a host, across instances: one request in two seconds, fewer after failures. False if too early. */
export async function takeHostTurn(database: Database, host: string, now: Date): Promise<boolean> {
  const next = new Date(now.getTime() + PAUSE_MS)
  const taken = await database.$executeRaw`
    INSERT INTO catalog_hosts AS host (host, next_allowed_at) VALUES (${host}, ${next})
    ON CONFLICT (host) DO UPDATE SET next_allowed_at = ${next} WHERE host.next_allowed_at <= ${now}`
  return taken === 1
}

/** Waits longer with every failure in a row, up to an hour; a success ends it. */
export async function noteHostOutcome(database: Database, host: string, isUp: boolean, now: Date): Promise<void> {
  if (isUp) {
    await database.$executeRaw`UPDATE catalog_hosts SET failures = 0 WHERE host = ${host} AND failures > 0`
    return
  }
  await database.$executeRaw`
    UPDATE catalog_hosts SET failures = failures + 1,
      next_allowed_at = ${now}::timestamptz + least(${LONGEST_BACKOFF_MS}, ${PAUSE_MS} * power(2, least(failures, 20))) * interval '1 millisecond'
    WHERE host = ${host}`
}
