import { say } from '@/lib/base/sentences/say'
import { DomainError, isDomainError } from './domain-error'

/** A queue of bounded length in which callers take turns; each caller's own items stay in order. */
export type FairQueue<Item> = {
  /** Fails with QUEUE_FULL beyond the length, or beyond one caller's share of it. */
  add(caller: string, item: Item): void
  take(): Item | undefined
  size(): number
}

export type QueueLength = { maxWaiting: number; maxWaitingPerCaller: number }

export function createFairQueue<Item>({ maxWaiting, maxWaitingPerCaller }: QueueLength): FairQueue<Item> {
  const waiting = new Map<string, Item[]>()
  let size = 0
  return {
    add(caller, item) {
      const own = waiting.get(caller) ?? []
      if (size >= maxWaiting || own.length >= maxWaitingPerCaller) throw queueFull()
      own.push(item)
      size += 1
      waiting.set(caller, own)
    },
    take() {
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
