import { setTimeout as sleep } from 'node:timers/promises'

/** Work that continues until it is told to end, for tests that do something during it. */
export type StoppableWork = {
  /** Ends with `finish`, after a minute at the latest. */
  hold: () => Promise<void>
  finish: () => void
}

const LONGEST_MS = 60_000

export function createStoppableWork(): StoppableWork {
  const ends = new Set<() => void>()
  return {
    async hold() {
      const late = new AbortController()
      const lapse = sleep(LONGEST_MS, undefined, { signal: late.signal, ref: false }).catch(() => {})
      await Promise.race([new Promise<void>((resolve) => ends.add(resolve)), lapse])
      late.abort()
    },
    finish() {
      for (const end of ends) end()
      ends.clear()
    },
  }
}
