import type { OnBytes } from './read-body'

export type ProgressOptions = {
  write: (text: string) => void
  /** A line of a terminal is written over; elsewhere lines follow each other, and fewer of them. */
  isTerminal: boolean
  now: () => number
}

const TERMINAL_EVERY_MS = 500
const LINE_EVERY_MS = 10_000

/** How far a long download has come. Short ones are over before anything is said. */
export function showProgress({ write, isTerminal, now }: ProgressOptions): { onBytes: OnBytes; end: () => void } {
  const every = isTerminal ? TERMINAL_EVERY_MS : LINE_EVERY_MS
  let saidAt: number | null = null
  let isShown = false
  return {
    onBytes(received, total) {
      saidAt ??= now()
      if (now() - saidAt < every) return
      saidAt = now()
      const share = total ? ` of ${megabytes(total)} (${Math.floor((received / total) * 100)}%)` : ''
      write(`${isTerminal ? CLEARED : ''}received ${megabytes(received)}${share}${isTerminal ? '' : '\n'}`)
      isShown = true
    },
    end: () => void (isShown && isTerminal && write(CLEARED)),
  }
}

/** To the start of the line, and empties it. */
const CLEARED = '\r\u001b[K'

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
