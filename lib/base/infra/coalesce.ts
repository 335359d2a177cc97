import { queueFull } from './concurrency'

/** Many more than wait at any load that is served in time; each is a call in memory. */
const MAX_WAITING = 2_000

type CoalesceLimits = {
  maxItems: number
  maxRuns?: number
  maxWaiting?: number
  failsAlone?: boolean
}

/**
 * Joins calls that arrive while earlier ones are under way. A call that finds fewer than `maxRuns` under way starts at
 * once, so a single caller never waits; under load, `run` gets up to `maxItems` at a time.
 * `run` answers in the order of its items; when it fails, every caller of that run fails. A call that finds
 * `maxWaiting` waiting fails with QUEUE_FULL, and `run` never gets it. With `failsAlone`, for a `run` that fails as a
 * whole or not at all, each item of a failed run is run again separately, so that one harms no other.
 */
export function coalesce<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { maxItems, maxRuns = 1, maxWaiting = MAX_WAITING, failsAlone = false }: CoalesceLimits,
): (item: Item) => Promise<Result> {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = 0

  async function drain() {
    running += 1
    // One turn of the loop lets callers leave together whom it wakes together, each by its own connection.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await runOnce(waiting.splice(0, maxItems))
    running -= 1
  }

  async function runOnce(batch: Waiting[]) {
    try {
      const results = await run(batch.map((entry) => entry.item))
      if (results.length !== batch.length) throw new Error(`Expected ${batch.length} results, got ${results.length}.`)
      for (const [index, entry] of batch.entries()) entry.resolve(results[index] as Result) // Lengths are equal.
    } catch (error) {
      if (failsAlone && batch.length > 1) await Promise.all(batch.map((entry) => runOnce([entry])))
      else for (const entry of batch) entry.reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) throw queueFull()
      waiting.push({ item, resolve, reject })
      if (running < maxRuns) void drain()
    })
}

/** The same for a resource such as a database, with one queue for each owner. */
export function coalescePer<Owner extends object, Item, Result>(
  run: (owner: Owner, items: Item[]) => Promise<Result[]>,
  limits: CoalesceLimits,
): (owner: Owner, item: Item) => Promise<Result> {
  const queues = new WeakMap<Owner, (item: Item) => Promise<Result>>()
  return (owner, item) => {
    const known = queues.get(owner)
    if (known) return known(item)
    const queue = coalesce((items: Item[]) => run(owner, items), limits)
    queues.set(owner, queue)
    return queue(item)
  }
}

/** Keeps an answer for a moment, so that many who ask at once cost what one does. A failure is not kept. */
export function keepBriefly<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let known: { answer: Promise<T>; at: number } | null = null
  return () => {
    if (known && performance.now() - known.at < maxAgeMs) return known.answer
    const answer = read()
    known = { answer, at: performance.now() }
    answer.catch(() => {
      if (known?.answer === answer) known = null
    })
    return answer
  }
}
