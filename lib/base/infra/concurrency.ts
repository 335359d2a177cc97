import { say } from '@/lib/base/sentences/say'
import { DomainError, isDomainError } from './domain-error'

type QueueLength = { maxWaiting: number; maxWaitingPerCaller: number }

/** A queue of bounded length in which callers take turns; each caller's own items stay in order. */
function createFairQueue<Item>({ maxWaiting, maxWaitingPerCaller }: QueueLength) {
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    /** Fails with QUEUE_FULL beyond the length, or beyond one caller's share of it. */
    add(caller: string, item: Item): void {
      const own = waiting.get(caller) ?? []
      if (size >= maxWaiting || own.length >= maxWaitingPerCaller) throw queueFull()
      own.push(item)
      size += 1
      waiting.set(caller, own)
    },
    take(): Item | undefined {
      const [next] = waiting
      if (!next) return undefined
      const [caller, own] = next
      const item = own.shift()
      waiting.delete(caller)
      if (own.length > 0) waiting.set(caller, own)
      size -= 1
      return item
    },
    size: () => size,
  }
}

export const queueFull = () => new DomainError('QUEUE_FULL', say('queueFull'))

/** Seconds after which to come back; a queue of any length here is worked off sooner. */
export const QUEUE_FULL_RETRY_SECONDS = 2

export const isQueueFull = (error: unknown): error is DomainError => isDomainError(error) && error.code === 'QUEUE_FULL'

/** Called once to say whether the turn's request was genuine. */
export type Turn = (isGenuine: boolean) => void

export type Turns = {
  /** Waits for a turn to check an untrusted request. Fails with QUEUE_FULL. */
  take(caller: string): Promise<Turn>
}

/** Turns in one pass of the event loop while all that is sent is genuine; one while all of it is false. */
const MAX_TURNS_AT_ONCE = 16

const REPORT_WEIGHT = 0.05

/**
 * Lets only a few unchecked requests begin at a time, so that they never crowd out checked ones: between two rounds of
 * turns everything else that is ready runs. The more of them turn out false, the fewer begin at once. In an idle
 * process no request waits.
 */
export function createTurns(length: QueueLength): Turns {
  const queue = createFairQueue<(turn: Turn) => void>(length)
  let genuineShare = 1
  let isRunning = false

  const report: Turn = (isGenuine) => {
    genuineShare += ((isGenuine ? 1 : 0) - genuineShare) * REPORT_WEIGHT
  }

  function runRound() {
    const count = 1 + Math.floor((MAX_TURNS_AT_ONCE - 1) * genuineShare)
    for (let turn = 0; turn < count; turn += 1) queue.take()?.(report)
    isRunning = queue.size() > 0
    if (isRunning) setImmediate(runRound)
  }

  return {
    take: (caller) =>
      new Promise((resolve) => {
        queue.add(caller, resolve)
        if (isRunning) return
        isRunning = true
        setImmediate(runRound)
      }),
  }
}

/** Runs the work of a turn, and reports whether its request was genuine. A request whose work fails was not. */
export async function runTurn<T>(turn: Turn, work: () => Promise<T>, isGenuine: (result: T) => boolean): Promise<T> {
  let wasGenuine = false
  try {
    const result = await work()
    wasGenuine = isGenuine(result)
    return result
  } finally {
    turn(wasGenuine)
  }
}

/** Runs work for a caller, at most `maxRunning` at once; the rest waits. Fails with QUEUE_FULL. */
type LimitedRun = <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>

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

/** Runs `work` on every item, at most `most` at once. A failure does not stop the others, and is thrown at the end. */
export async function sideBySide<T, R>(items: readonly T[], most: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const ends: PromiseSettledResult<R>[] = []
  const waiting = items.entries()
  const run = async () => {
    for (const [place, item] of waiting) [ends[place]] = await Promise.allSettled([work(item)])
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, run))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
}

/** The result of `work`, or null when that takes longer than `ms`. The caller gets its failure. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const lapse = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null).unref()
  })
  try {
    return await Promise.race([work, lapse])
  } finally {
    clearTimeout(timer)
  }
}
