import { isRecord } from './header-codec'
import type { JsonSchema } from './json-schema'

/** How one value is written into a query or a form. Source: OpenAPI 3.1, 4.8.12 and 4.8.15. */
export type ParameterWriting = {
  style?: string
  explode?: boolean
  /** The value is a file's bytes in base64. */
  isFile?: true
  mimeType?: string
}

export type WrittenValue = { name: string; value: unknown; writing?: ParameterWriting | undefined }

export const JSON_TYPE = 'application/json'
export const URLENCODED_TYPE = 'application/x-www-form-urlencoded'
export const MULTIPART_TYPE = 'multipart/form-data'

/** A body's kind, in the words of the `bazaar` extension. */
export function bodyTypeOf(mimeType: string): 'json' | 'form-data' | 'text' {
  if (/^(application|text)\/([\w.-]+\+)?json$/i.test(mimeType)) return 'json'
  return mimeType === URLENCODED_TYPE || mimeType === MULTIPART_TYPE ? 'form-data' : 'text'
}

/** Takes what says how a value is written out of its schema; what is left describes it to whom types the value. */
export function splitWriting(schema: JsonSchema): { schema: JsonSchema; writing: ParameterWriting | undefined } {
  const { style, explode, ...plain } = schema
  const items = isRecord(plain.items) && plain.items.format === 'binary' ? plain.items : null
  const file = plain.format === 'binary' ? plain : items
  const writing: ParameterWriting = {
    ...(typeof style === 'string' && { style }),
    ...(typeof explode === 'boolean' && { explode }),
    ...(file && { isFile: true }),
    ...(typeof file?.contentMediaType === 'string' && { mimeType: file.contentMediaType }),
  }
  const said = items ? { ...plain, items: inBase64(items) } : file ? inBase64(plain) : plain
  return { schema: said, writing: Object.keys(writing).length > 0 ? writing : undefined }
}

const inBase64 = ({ format: _format, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  type: 'string',
  contentEncoding: 'base64',
})

/**
 * The pairs of a query or a form that stand for a value. Without a style, a list repeats its name and an object is one
 * text of JSON. Null is not sent.
 */
export function writePairs({ name, value, writing = {} }: WrittenValue): [string, string][] {
  const { style = 'form', explode = style === 'form' } = writing
  if (value === null || value === undefined) return []
  if (style === 'deepObject' && typeof value === 'object') return writeDeep(name, value)
  if (Array.isArray(value)) {
    if (explode || value.length === 0) return value.map((one) => [name, toText(one)])
    return [[name, value.map(toText).join(separators[style] ?? ',')]]
  }
  if (!isRecord(value) || writing.style === undefined) return [[name, toText(value)]]
  const pairs = Object.entries(value).map(([key, part]): [string, string] => [key, toText(part)])
  return explode ? pairs : [[name, pairs.flat().join(',')]]
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' }

/** Brackets at any depth, as the services read them that use this style. */
function writeDeep(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, toText(value)]]
  return Object.entries(value).flatMap(([key, part]) => writeDeep(`${name}[${key}]`, part))
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

export type WrittenBody = { contentType: string; body: string | Uint8Array }

/** A body of fields in that media type. Fails with `NotBase64Error` for a file that is not in base64. */
export function writeFields(mimeType: string, values: readonly WrittenValue[]): WrittenBody {
  if (mimeType === MULTIPART_TYPE) return writeMultipart(values)
  if (mimeType === URLENCODED_TYPE)
    return { contentType: mimeType, body: new URLSearchParams(values.flatMap(writePairs)).toString() }
  return {
    contentType: mimeType,
    body: JSON.stringify(Object.fromEntries(values.map(({ name, value }) => [name, value]))),
  }
}

/** A body that is one value. Fails with `NotBase64Error`. */
export function writeWhole(mimeType: string, { name, value, writing }: WrittenValue): WrittenBody {
  if (writing?.isFile) return { contentType: mimeType, body: bytesOf(name, value) }
  return { contentType: mimeType, body: bodyTypeOf(mimeType) === 'json' ? JSON.stringify(value) : toText(value) }
}

export class NotBase64Error extends Error {
  override name = 'NotBase64Error'
}

function bytesOf(name: string, value: unknown): Uint8Array {
  try {
    return Uint8Array.from(atob(toText(value)), (letter) => letter.charCodeAt(0))
  } catch (cause) {
    throw new NotBase64Error(`${name} is a file: expected its bytes in base64.`, { cause })
  }
}

type MultipartPart = { headers: string; body: Uint8Array }

/**
 * The same values make the same bytes: a payment is bound to its request, so the boundary is the first one that no part
 * contains. (`FormData` takes a random one each time.)
 */
function writeMultipart(values: readonly WrittenValue[]): WrittenBody {
  const parts = values.flatMap(partsOf)
  const held = parts.map(({ body }) => new TextDecoder('latin1').decode(body)).join('')
  let count = 0
  while (held.includes(`form-part-${count}`)) count += 1
  const boundary = `form-part-${count}`
  const lines = parts.flatMap(({ headers, body }) => [utf8(`--${boundary}\r\n${headers}\r\n\r\n`), body, utf8('\r\n')])
  return {
    contentType: `${MULTIPART_TYPE}; boundary=${boundary}`,
    body: joinBytes([...lines, utf8(`--${boundary}--\r\n`)]),
  }
}

function partsOf({ name, value, writing }: WrittenValue): MultipartPart[] {
  if (value === null || value === undefined) return []
  if (writing?.style !== undefined)
    return writePairs({ name, value, writing }).map(([key, text]) => ({ headers: fieldHeader(key), body: utf8(text) }))
  if (Array.isArray(value)) return value.flatMap((one) => partsOf({ name, value: one, writing }))
  if (writing?.isFile) {
    const type = `Content-Type: ${writing.mimeType ?? 'application/octet-stream'}`
    return [{ headers: `${fieldHeader(name)}; filename="${quoted(name)}"\r\n${type}`, body: bytesOf(name, value) }]
  }
  const type = typeof value === 'object' ? `\r\nContent-Type: ${JSON_TYPE}` : ''
  return [{ headers: `${fieldHeader(name)}${type}`, body: utf8(toText(value)) }]
}

const fieldHeader = (name: string): string => `Content-Disposition: form-data; name="${quoted(name)}"`

/** Source: HTML standard, multipart/form-data encoding. */
const quoted = (name: string): string => name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

function joinBytes(parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.byteLength
  }
  return joined
}
