import { createFairQueue, type QueueLength } from './fair-queue'

/** Runs work for a caller, at most `maxRunning` at once; the rest waits. Fails with QUEUE_FULL. */
export type LimitedRun = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

export function limitAtOnce({ maxRunning, ...length }: QueueLength & { maxRunning: number }): LimitedRun {
  const queue = createFairQueue<() => void>(length)
  let running = 0
  return async (caller, work) => {
    if (running >= maxRunning) await new Promise<void>((resolve) => queue.add(caller, resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next in line takes the place over, so that no newcomer does.
      const next = queue.take()
      if (next) next()
      else running -= 1
    }
  }
}
