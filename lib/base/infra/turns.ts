import { createFairQueue, type QueueLength } from './fair-queue'

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
