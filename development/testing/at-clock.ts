import { vi } from 'vitest'

/** Runs `work` as on an instance whose clock is that many seconds ahead of the database's; timers are unchanged. */
export async function atClock<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
