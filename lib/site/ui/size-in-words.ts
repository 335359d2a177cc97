import type { Translate } from '@/lib/site/messages/translate'

/** A size in bytes for a person, in units of a thousand. */
export function sizeInWords(t: Translate<'terms'>, bytes: number): string {
  if (bytes < 1_000) return t('size.bytes', { count: bytes })
  if (bytes < 1_000_000) return t('size.kilobytes', { count: Math.round(bytes / 1_000) })
  if (bytes < 1_000_000_000) return t('size.megabytes', { count: bytes / 1_000_000 })
  return t('size.gigabytes', { count: bytes / 1_000_000_000 })
}
