import type { Translate } from '@/lib/site/messages/translate'

/** How long a purchase lasts: one answer, without end, the same call again and again, or a lifetime of the route. */
export type RightTerm = { kind: 'once' } | { kind: 'kept' } | { kind: 'again' } | { kind: 'lifetime'; seconds: number }

export function accessInWords(t: Translate<'price'>, access: RightTerm): string {
  if (access.kind !== 'lifetime') return t(`access.${access.kind}`)
  return t('access.lifetime', { duration: durationInWords(t, access.seconds) })
}

/** "1 day", "90 minutes": in the largest unit that divides it. */
export function durationInWords(t: Translate<'price'>, seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, name] = units.find(([size]) => seconds >= size && seconds % size === 0) ?? ([1, 'second'] as const)
  return t(`duration.${name}`, { count: seconds / size })
}
