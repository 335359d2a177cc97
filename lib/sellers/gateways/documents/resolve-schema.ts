import { isRecord } from '@/lib/x402/header-codec'

/** Parts of one document: how many more may be read, so that references cannot swell it. */
export type Reading = { root: Record<string, unknown>; left: number }

/** Of one document: enough for a thousand ordinary operations. */
export const MAXIMUM_PARTS = 100_000
const MAXIMUM_DEPTH = 12
const MAXIMUM_REFERENCES = 16

/** What says what a value is; the rest of a schema is examples, names of tools and the like. */
const keptKeywords = new Set([
  'type',
  'format',
  'description',
  'enum',
  'const',
  'default',
  'example',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
])
const schemaKeywords = new Set(['items', 'additionalProperties', 'not'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf'])

/** The object that a part of the document is or refers to, within the document; null for anything else. */
export function resolveObject(reading: Reading, value: unknown): Record<string, unknown> | null {
  let at = value
  for (let hops = 0; hops < MAXIMUM_REFERENCES; hops += 1) {
    if (!isRecord(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = findPart(reading, at.$ref)
  }
  return null
}

/** A part of this very document; nothing is fetched. */
function findPart({ root }: Reading, reference: string): unknown {
  if (!reference.startsWith('#/')) return null
  let at: unknown = root
  for (const name of reference.slice(2).split('/')) {
    const key = decodePointer(name)
    if (key === null || !isRecord(at) || !Object.hasOwn(at, key)) return null
    at = at[key]
  }
  return at
}

function decodePointer(name: string): string | null {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return null
  }
}

/**
 * A schema on its own: references within the document filled in, to a depth; a schema that holds itself ends there as
 * `{}`, which takes anything. Null where the document says nothing that we read.
 */
export function resolveSchema(reading: Reading, value: unknown): Record<string, unknown> | null {
  const resolved = resolvePart(reading, value, { depth: 0, within: new Set() })
  return Object.keys(resolved).length === 0 ? null : resolved
}

type Place = { depth: number; within: ReadonlySet<unknown> }

function resolvePart(reading: Reading, value: unknown, { depth, within }: Place): Record<string, unknown> {
  const schema = resolveObject(reading, value)
  reading.left -= 1
  if (!schema || depth > MAXIMUM_DEPTH || within.has(schema) || reading.left < 0) return {}
  const place = { depth: depth + 1, within: new Set([...within, schema]) }
  const nested = (part: unknown) => resolvePart(reading, part, place)
  const parts: [string, unknown][] = []
  for (const [key, part] of Object.entries(schema)) {
    if (keptKeywords.has(key) && isSmall(part)) parts.push([key, part])
    else if (schemaKeywords.has(key)) parts.push([key, isRecord(part) ? nested(part) : part])
    else if (listKeywords.has(key) && Array.isArray(part)) parts.push([key, part.slice(0, 20).map(nested)])
    else if (key === 'properties' && isRecord(part)) parts.push([key, mapValues(part, nested)])
  }
  return Object.fromEntries(parts)
}

const mapValues = (value: Record<string, unknown>, map: (part: unknown) => unknown) =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__proto__')
      .slice(0, 200)
      .map(([name, part]) => [name, map(part)]),
  )

const isSmall = (value: unknown): boolean => (JSON.stringify(value) ?? '').length <= 1_000
