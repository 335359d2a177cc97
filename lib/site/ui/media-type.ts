import type { Translate } from '../messages/translate'

const known = {
  'text/html': 'html',
  'text/plain': 'plain',
  'text/markdown': 'markdown',
  'text/csv': 'csv',
  'application/json': 'json',
  'text/event-stream': 'events',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
} as const

const families = ['image', 'audio', 'video'] as const

/** A media type in words for a person; a type without words is shown as it is. */
export function mediaTypeInWords(t: Translate<'terms'>, mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';')
  const words = Object.entries(known).find(([name]) => name === type.trim())?.[1]
  const kind = words ?? families.find((family) => type.startsWith(`${family}/`))
  return kind ? t(`mediaType.${kind}`) : mediaType
}

/** A size in bytes for a person, in units of a thousand. */
export function sizeInWords(t: Translate<'terms'>, bytes: number): string {
  if (bytes < 1_000) return t('size.bytes', { count: bytes })
  if (bytes < 1_000_000) return t('size.kilobytes', { count: Math.round(bytes / 1_000) })
  if (bytes < 1_000_000_000) return t('size.megabytes', { count: bytes / 1_000_000 })
  return t('size.gigabytes', { count: bytes / 1_000_000_000 })
}

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml']

/** Whether pages show that media type in an `img` element, where it runs nothing, SVG included. */
export const isPicture = (mediaType: string): boolean => pictures.includes(mediaType.toLowerCase())
