/** Longest protocol header that is read; anything above is refused unread. */
export const MAX_HEADER_CHARACTERS = 16 * 1024

/** Deepest nesting of objects and arrays that is accepted; the header's own object is level 1. */
const MAX_JSON_DEPTH = 32

/** Why a header is not accepted. `not_plain_text`: a NUL, a lone surrogate or a number beyond doubles. */
export type HeaderFault =
  | 'empty'
  | 'too_long'
  | 'not_base64'
  | 'not_utf8'
  | 'not_json'
  | 'not_an_object'
  | 'too_deep'
  | 'not_plain_text'

export type ParsedHeader = { ok: true; value: Record<string, unknown> } | { ok: false; reason: HeaderFault }

/**
 * Encodes a protocol object as a header value: UTF-8 JSON in standard padded base64.
 * Server side only: Node's Buffer is many times faster than the portable functions, and every 402 pays for it.
 */
export function encodeHeader(value: object): string {
  return encodeHeaderText(JSON.stringify(value))
}

export function encodeHeaderText(json: string): string {
  return nodeBuffer().from(json, 'utf8').toString('base64')
}

/**
 * Decodes a protocol header from outside into a JSON object; never throws.
 * Server side only. Only the one canonical base64 spelling passes, so different headers never decode to the same bytes.
 */
export function parseHeader(value: string): ParsedHeader {
  if (value === '') return { ok: false, reason: 'empty' }
  if (value.length > MAX_HEADER_CHARACTERS) return { ok: false, reason: 'too_long' }
  const bytes = nodeBuffer().from(value, 'base64')
  if (bytes.toString('base64') !== value) return { ok: false, reason: 'not_base64' }
  const text = decodeUtf8(bytes)
  if (text === null) return { ok: false, reason: 'not_utf8' }
  return parseJsonObject(text)
}

/** The part of `parseHeader` after the encoding, for JSON in a body or a message; the caller limits its size. */
export function parseJsonObject(text: string): ParsedHeader {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: 'not_json' }
  }
  if (!isRecord(value)) return { ok: false, reason: 'not_an_object' }
  const fault = findJsonFault(value)
  return fault ? { ok: false, reason: fault } : { ok: true, value }
}

export function jsonObjectIn(text: string): Record<string, unknown> | null {
  const parsed = parseJsonObject(text)
  return parsed.ok ? parsed.value : null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})

/** Finds what breaks PostgreSQL, a log or another JSON reader, or null. Goes no deeper than it accepts. */
export function findJsonFault(value: unknown, depth = 1): 'too_deep' | 'not_plain_text' | null {
  if (typeof value === 'string') return isPlainText(value) ? null : 'not_plain_text'
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'not_plain_text'
  if (typeof value !== 'object' || value === null) return null
  if (depth > MAX_JSON_DEPTH) return 'too_deep'
  if (Array.isArray(value)) {
    for (const item of value) {
      const fault = findJsonFault(item, depth + 1)
      if (fault !== null) return fault
    }
    return null
  }
  for (const key of Object.keys(value)) {
    if (!isPlainText(key)) return 'not_plain_text'
    const fault = findJsonFault((value as Record<string, unknown>)[key], depth + 1)
    if (fault !== null) return fault
  }
  return null
}

/** Through globalThis, since bundlers answer the bare name with a polyfill that browsers would have to load. */
const nodeBuffer = () => globalThis.Buffer

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const isPlainText = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Null where percent signs are malformed or stand for no UTF-8. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
