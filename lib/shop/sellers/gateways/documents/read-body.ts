import { say } from '@/lib/base/sentences/say'
import { isUnsendableHeader } from '@/lib/base/x402/declared-input'
import { cutDeclaredSchema, isCoreName, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { isObjectSchema } from '@/lib/base/x402/json-schema'
import { isQueryMethod, type RouteMethod } from '@/lib/base/x402/route-pattern'
import { joinObject } from '@/lib/base/x402/tool-arguments'
import { bodyTypeOf, JSON_TYPE, MULTIPART_TYPE, URLENCODED_TYPE } from '@/lib/base/x402/write-request'
import { type Losses, lose, mediaOf, resolveObject } from './parse-document'

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

/** Parameters by their place, as maps of a declaration: name to schema, with `required` in it. */
export type ReadParameters = Partial<Record<'pathParams' | 'queryParams' | 'headers', Record<string, unknown>>>

const MAXIMUM_PARAMETERS = 100

/** Reads an operation's parameters; those of the operation override those of its path. */
export function readParameters(reading: SchemaReading, listed: unknown[], losses: Losses): ReadParameters {
  if (listed.length > MAXIMUM_PARAMETERS) lose(losses, say('unread.parameters', { maximum: MAXIMUM_PARAMETERS }), true)
  const found = new Map<string, Record<string, unknown>>()
  for (const one of listed.slice(0, MAXIMUM_PARAMETERS)) {
    const parameter = resolveObject(reading, one)
    if (!parameter) {
      const reference = isRecord(one) && typeof one.$ref === 'string' ? one.$ref.slice(0, 100) : '?'
      lose(losses, say('unread.reference', { reference }), true)
    } else found.set(`${parameter.in} ${parameter.name}`, parameter)
  }
  const read: ReadParameters = {}
  for (const parameter of found.values()) {
    const place = placeOf(parameter, losses)
    if (place === null) continue
    const name = place === 'pathParams' ? String(parameter.name).replaceAll(/[^\w-]/g, '_') : String(parameter.name)
    const described = describe(reading, parameter)
    const isBare = Object.keys(described).every((keyword) => keyword === 'type' || keyword === 'required')
    // A path says itself that it has a text there.
    if (place === 'pathParams' && isBare && described.type === 'string') continue
    ;(read[place] ??= {})[name] = described
  }
  return read
}

/** The seller's with the service, and no argument of a buyer. */
const CREDENTIAL = /^(?:x[-_])?(?:(?:api|access|auth)[-_]?(?:key|token)|client[-_]?secret|subscription[-_]?key)$/i

/** The map that a parameter belongs to; null where it is not read, which is noted. */
function placeOf(parameter: Record<string, unknown>, losses: Losses): keyof ReadParameters | null {
  const { in: place, required, style } = parameter
  const name = typeof parameter.name === 'string' ? parameter.name : ''
  const miss = (key: 'name' | 'key' | 'header' | 'cookie' | 'wholeQuery' | 'pathStyle') => {
    lose(losses, say(`unread.${key}`, { name: name.slice(0, 100) }), required === true || place === 'path')
    return null
  }
  if (name === '' || name.length > 100 || name === '__proto__' || isCoreName(name)) return miss('name')
  if (CREDENTIAL.test(name) && (place === 'query' || place === 'path')) return miss('key')
  if (place === 'query') return 'queryParams'
  if (place === 'path') return style === undefined || style === 'simple' ? 'pathParams' : miss('pathStyle')
  if (place === 'cookie') return miss('cookie')
  if (place === 'querystring') return miss('wholeQuery')
  if (place !== 'header') return miss('name')
  // OpenAPI says of these three that they are not parameters.
  if (/^(accept|content-type|authorization)$/i.test(name)) return null
  if (!CREDENTIAL.test(name)) return isUnsendableHeader(name) ? miss('header') : 'headers'
  lose(losses, say('unread.credentials', { names: name }), false)
  return null
}

function describe(reading: SchemaReading, parameter: Record<string, unknown>): Record<string, unknown> {
  const { required, description, example } = parameter
  const content = mediaOf(parameter, [])
  const schema = content
    ? { type: 'string', contentMediaType: content.type }
    : cutDeclaredSchema(reading, parameter.schema)
  const isJson = content && bodyTypeOf(content.type) === 'json'
  return {
    type: 'string',
    ...schema,
    ...(isJson && { description: 'A text of JSON.' }),
    ...(typeof description === 'string' && { description: description.slice(0, 300) }),
    ...(example !== undefined && !isRecord(example) && { example }),
    ...(parameter.in === 'query' && !content && writingOf(parameter, schema ?? {})),
    ...(required === true && { required: true }),
  }
}

/** How a list or an object is written, where that is not the usual way: a list repeats its name. */
function writingOf(
  { style, explode }: Record<string, unknown>,
  schema: Record<string, unknown>,
): { style?: string; explode?: boolean } {
  const types = [schema.type].flat().filter((type) => type !== 'null')
  const isPlain = types.length > 0 && types.every((type) => type !== 'array' && type !== 'object' && type !== undefined)
  if (isPlain) return {}
  const named = typeof style === 'string' ? style : 'form'
  const isUsual = named === 'form' && types.length === 1 && types[0] === 'array'
  const splits = typeof explode === 'boolean' ? explode : named === 'form' || named === 'deepObject'
  return {
    ...(!isUsual && { style: named }),
    ...(splits !== (named === 'form') && named !== 'deepObject' && { explode: splits }),
  }
}
