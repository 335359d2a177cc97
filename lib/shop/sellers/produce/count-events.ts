const [LF, CR, COLON] = [0x0a, 0x0d, 0x3a]

/** The state of a count of events: within a line, and within an event. */
export type EventCount = {
  events: number
  isAtLineStart: boolean
  isComment: boolean
  isWithin: boolean
  wasReturn: boolean
}

export const noEvents: EventCount = {
  events: 0,
  isAtLineStart: true,
  isComment: false,
  isWithin: false,
  wasReturn: false,
}

/**
 * Counts the events of a `text/event-stream` as they begin: an event is a block of lines between empty ones that has
 * more than comments. Continues from the state before.
 */
export function countEvents(bytes: Uint8Array, before: EventCount): EventCount {
  let { events, isAtLineStart, isComment, isWithin, wasReturn } = before
  for (const byte of bytes) {
    const isSecondOfTwo = byte === LF && wasReturn
    wasReturn = byte === CR
    if (isSecondOfTwo) continue
    if (byte === LF || byte === CR) {
      if (isAtLineStart) isWithin = false
      isAtLineStart = true
      continue
    }
    if (isAtLineStart) isComment = byte === COLON
    isAtLineStart = false
    if (isComment || isWithin) continue
    isWithin = true
    events += 1
  }
  return { events, isAtLineStart, isComment, isWithin, wasReturn }
}
