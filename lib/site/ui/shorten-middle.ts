/** Keeps the start and the end of an id, which people compare; ids of up to 18 characters stay whole. */
export function shortenMiddle(value: string, { head = 8, tail = 6 } = {}): string {
  return value.length <= head + tail + 4 ? value : `${value.slice(0, head)}…${value.slice(-tail)}`
}
