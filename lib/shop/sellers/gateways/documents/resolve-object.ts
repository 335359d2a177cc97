import { resolvePointer, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord } from '@/lib/base/x402/header-codec'

const MAXIMUM_REFERENCES = 16
const MAXIMUM_MEDIA_TYPES = 50

/** The object that a part of the document is or refers to, within the document; null for anything else. */
export function resolveObject(reading: SchemaReading, value: unknown): Record<string, unknown> | null {
  let at = value
  for (let hops = 0; hops < MAXIMUM_REFERENCES; hops += 1) {
    if (!isRecord(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = resolvePointer(reading, at.$ref)
  }
  return null
}

/** The first wanted media type, else the first one listed, with what the document says of it. */
export function mediaOf(
  holder: Record<string, unknown> | null,
  isWanted: readonly ((type: string) => boolean)[],
): { type: string; media: Record<string, unknown> } | null {
  const content = isRecord(holder?.content) ? holder.content : {}
  // Parameters, such as a charset, are not part of the name.
  const listed = Object.entries(content)
    .slice(0, MAXIMUM_MEDIA_TYPES)
    .map(([type, media]) => ({
      type: type.split(';')[0]?.trim().toLowerCase() ?? '',
      media: isRecord(media) ? media : {},
    }))
  const named = listed.filter(({ type }) => /^[\w.+*-]{1,64}\/[\w.+*-]{1,64}$/.test(type))
  for (const wanted of isWanted) {
    const found = named.find(({ type }) => wanted(type))
    if (found) return found
  }
  return named[0] ?? null
}
