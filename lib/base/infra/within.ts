import { setTimeout as sleep } from 'node:timers/promises'

/** The result of `work`, or null when that takes longer than `ms`. The caller gets its failure. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  const timer = new AbortController()
  const lapse = sleep(ms, null, { signal: timer.signal, ref: false }).catch(() => null)
  try {
    return await Promise.race([work, lapse])
  } finally {
    timer.abort()
  }
}
