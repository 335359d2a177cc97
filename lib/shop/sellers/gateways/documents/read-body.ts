import { say } from '@/lib/base/sentences/say'
import { cutDeclaredSchema, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { isObjectSchema } from '@/lib/base/x402/json-schema'
import type { RouteMethod } from '@/lib/base/x402/route-key'
import { isQueryMethod } from '@/lib/base/x402/route-key'
import { joinObject } from '@/lib/base/x402/tool-arguments'
import { bodyTypeOf, JSON_TYPE, MULTIPART_TYPE, URLENCODED_TYPE } from '@/lib/base/x402/write-request'
import { type Losses, lose } from './losses'
import { writingOf } from './read-parameters'
import { mediaOf, resolveObject } from './resolve-object'

type Schema = Record<string, unknown>

const preferred = [
  (type: string) => type === JSON_TYPE,
  (type: string) => type === '*/*' || bodyTypeOf(type) === 'json',
  (type: string) => type === URLENCODED_TYPE,
  (type: string) => type === MULTIPART_TYPE,
]

/** An operation's body as a declaration describes it: `contentMediaType` says what it is written in, if not JSON. */
export function readBody(
  reading: SchemaReading,
  { method, value }: { method: RouteMethod; value: unknown },
  losses: Losses,
): Schema | null {
  if (value === undefined) return null
  const body = resolveObject(reading, value)
  if (!body) {
    lose(losses, say('unread.reference', { reference: String(recordOf(value).$ref ?? '?').slice(0, 100) }), true)
    return null
  }
  const found = mediaOf(body, preferred)
  if (!found) return null
  if (isQueryMethod(method)) {
    lose(losses, say('unread.body', { method }), body.required === true)
    return null
  }
  const type = found.type === '*/*' ? JSON_TYPE : found.type
  const schema = cutDeclaredSchema(reading, found.media.schema)
  if (bodyTypeOf(type) === 'text') return wholeBody(type, schema, losses)
  const read = schema && (isObjectSchema(schema) ? fieldsOf(schema, type, found.media) : schema)
  return type === JSON_TYPE ? read : { ...(read ?? { type: 'object' }), contentMediaType: type }
}

/** A body that we do not write from fields: a text, or a file's bytes. */
function wholeBody(type: string, schema: Schema | null, losses: Losses): Schema {
  const isText = /^text\/|[/+](xml|yaml|x-yaml|javascript|graphql|x-ndjson|jsonl)$/.test(type)
  if (schema && isObjectSchema(schema) && schema.type !== undefined) lose(losses, say('unread.fields', { type }), false)
  const { description } = schema ?? {}
  const isBinary = schema?.format === 'binary' || (!isText && schema?.type !== 'string')
  return {
    type: 'string',
    ...(typeof description === 'string' && { description }),
    ...(isBinary && { format: 'binary' }),
    contentMediaType: type.includes('*') ? 'application/octet-stream' : type,
  }
}

/** The properties in one list, without those that only answers have. */
function fieldsOf(schema: Schema, type: string, media: Schema): Schema | null {
  const joined = joinObject(schema)
  const kept = Object.entries(joined.properties).filter(([, part]) => recordOf(part).readOnly !== true)
  const written = kept.map(([name, part]) => [
    name,
    bodyTypeOf(type) === 'json' ? part : field(part, name, { type, media }),
  ])
  const properties = Object.fromEntries(written) as Schema
  const required = joined.required.filter(
    (name) => Object.hasOwn(properties, name) || !Object.hasOwn(joined.properties, name),
  )
  const { additionalProperties } = joined.more
  if (!isRecord(schema.properties) && kept.length === 0)
    return { type: 'object', ...(additionalProperties !== undefined && { additionalProperties }) }
  return { properties, ...(required.length > 0 && { required }) }
}

function field(part: unknown, name: string, { type, media }: { type: string; media: Schema }): Schema {
  const schema = recordOf(part)
  const { style, explode, contentType } = recordOf(recordOf(media.encoding)[name])
  const isWritten = style !== undefined || explode !== undefined
  const styled = { ...schema, ...(isWritten && writingOf({ style, explode }, schema)) }
  if (type !== MULTIPART_TYPE) return styled
  const named = typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : undefined
  const isList = schema.type === 'array' && isRecord(schema.items)
  const file = isList ? recordOf(schema.items) : schema
  const given = { ...file, ...(named !== undefined && { contentMediaType: named }) }
  if (!isFile(given)) return styled
  const read = { ...given, type: 'string', format: 'binary' }
  return isList ? { ...styled, items: read } : { ...styled, ...read }
}

/** 3.0 says `format: binary`; 3.1 the media type of bytes that are in no other encoding. */
const isFile = ({ type, format, contentMediaType, contentEncoding }: Schema): boolean => {
  if (contentEncoding !== undefined || (type !== undefined && type !== 'string')) return false
  return format === 'binary' || (typeof contentMediaType === 'string' && !/^text\/|json$/.test(contentMediaType))
}
