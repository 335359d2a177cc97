import { setMaxListeners } from 'node:events'

type Ending = { isTold: boolean; closing: AbortController }

/** Next.js loads this module several times; they all get the same. */
const shared = globalThis as typeof globalThis & { turnpikeEnding?: Ending }
const ending: Ending = (shared.turnpikeEnding ??= { isTold: false, closing: new AbortController() })
// Each open stream listens.
setMaxListeners(0, ending.closing.signal)

/** Whether this process has been told to end, and so wants no further requests. */
export const isEnding = (): boolean => ending.isTold

/** Fires when this process closes: what would go on for as long as its reader stays has to end now. */
export const closingSignal: AbortSignal = ending.closing.signal

/** From now on this process says that it wants no further requests; it still answers those that come. */
export function beginEnding(): void {
  ending.isTold = true
}

/** Ends what would go on for as long as its reader stays. */
export function beginClosing(): void {
  ending.closing.abort()
}
