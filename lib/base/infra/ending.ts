import { setMaxListeners } from 'node:events'
import { oncePerProcess } from './once-per-process'

const ending = oncePerProcess('ending', () => ({ isTold: false, closing: new AbortController() }))
// Each open stream listens.
setMaxListeners(0, ending.closing.signal)

/** True once this process has been told to end, and wants no further requests. */
export const isEnding = (): boolean => ending.isTold

/** Fires when this process closes: streams that would last as long as their reader must end now. */
export const closingSignal: AbortSignal = ending.closing.signal

/** From now on this process asks for no further requests; it still answers those that come. */
export function beginEnding(): void {
  ending.isTold = true
}

/** Ends streams that would last as long as their reader. */
export function beginClosing(): void {
  ending.closing.abort()
}
