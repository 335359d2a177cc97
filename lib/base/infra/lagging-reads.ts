import type { Database } from './database'
import { isDomainError } from './domain-error'
import type { Logger } from './logger'

export type LaggingReads = {
  /** Runs reads (never writes) at the replica or, when that is away or too far behind, at the primary. */
  read: <T>(run: (database: Database) => Promise<T>) => Promise<T>
  /** Finds out how far behind the replica is. Before the first call, all is read at the primary. */
  look: () => Promise<void>
}

type Options = {
  primary: Database
  replica: Database
  /** Age of the replica's newest row, of rows that the primary writes every few seconds; null for none. */
  findLagMs: (replica: Database) => Promise<number | null>
  log: Pick<Logger, 'info' | 'warn'>
  /** Told of each look; null when the replica cannot be asked. */
  seen?: (lagMs: number | null) => void
  maximumLagMs?: number
}

/** Reads are never older than this, however long ago the last look was. */
const MAXIMUM_LAG_MS = 10_000

/** Sends reads to a replica for as long as it is known to be behind by no more than the maximum. */
export function createLaggingReads(options: Options): LaggingReads {
  const { primary, replica, findLagMs, log, seen, maximumLagMs = MAXIMUM_LAG_MS } = options
  /** The replica has at least the state of this moment, by this process's clock. */
  let knownUntil = -Infinity
  let wasUsed = false
  const isUsable = () => performance.now() - knownUntil <= maximumLagMs

  return {
    async read(run) {
      if (!isUsable()) return run(primary)
      try {
        return await run(replica)
      } catch (error) {
        if (isDomainError(error)) throw error
        // It is gone, or gave the statement up for what it had to replay.
        log.warn({ err: error }, 'The replica failed; reads go to the primary until the next look')
        knownUntil = -Infinity
        return run(primary)
      }
    },
    async look() {
      const askedAt = performance.now()
      const lagMs = await findLagMs(replica).catch((error: unknown) => {
        if (wasUsed) log.warn({ err: error }, 'The replica cannot be asked')
        return null
      })
      knownUntil = lagMs === null ? -Infinity : askedAt - Math.max(lagMs, 0)
      seen?.(lagMs)
      if (isUsable() !== wasUsed) log.info({ lagMs }, wasUsed ? 'Reads go to the primary' : 'Reads go to the replica')
      wasUsed = isUsable()
    },
  }
}
