import type { Translate } from '@/lib/site/messages/translate'

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
