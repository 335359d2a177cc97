/** How long a purchase lasts: one answer, for good, or a lifetime that the route sets. */
export type Access = { kind: 'once' } | { kind: 'kept' } | { kind: 'lifetime'; seconds: number }

export function accessInWords(access: Access): string {
  if (access.kind === 'once') return 'This one request'
  if (access.kind === 'kept') return 'For good, with the wallet that pays'
  return `${durationInWords(access.seconds)}, with the wallet that pays`
}

/** "1 day", "90 minutes": in the largest unit that leaves nothing over. */
export function durationInWords(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ]
  const [size, name] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
