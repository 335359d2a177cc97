import { isRecord, recordOf } from './header-codec'
import { sampleOfSchema } from './json-schema'
import { bodyTypeOf, JSON_TYPE, MULTIPART_TYPE, type ParameterWriting, splitWriting } from './write-request'

export type DeclaredParameter = {
  place: 'path' | 'query' | 'header'
  name: string
  isRequired: boolean
  about: string
  /** The only accepted values; empty where any is accepted. */
  choices: string[]
  /** The form's first value; may be empty. */
  sample: string
}

/** Input of a listed resource, read from its seller's declaration. `body` is null where none is sent. */
export type DeclaredInput = { parameters: DeclaredParameter[]; body: DeclaredBody | null }

/** `isJson`: it is typed as JSON, and written in its media type when it is sent. */
export type DeclaredBody = {
  isJson: boolean
  mimeType: string
  /** How fields of a form are written, where that is not the usual way. */
  writings: Record<string, ParameterWriting>
  sample: string
}

export type DeclaredResource = {
  /** Origin and path, or origin and route template. */
  resource: string
  method: string
  /** `info.input` of the bazaar extension, or an older listing's `outputSchema.input`. */
  input: Record<string, unknown>
  /** JSON Schemas of the parts of `input`, by their names; null where the seller gives only a sample. */
  schemas: Record<string, unknown> | null
}

const MAX_PARAMETERS = 40
const MAX_SAMPLE_CHARACTERS = 2_000
const BODY_METHODS = ['POST', 'PUT', 'PATCH']
const QUERY_FIELDS = ['queryParams', 'query_params']
const HEADER_FIELDS = ['headers', 'headerFields', 'header_fields']
const BODY_FIELDS = ['body', 'bodyFields', 'body_fields', 'properties', 'inputSchema']

/** Reads the accepted input. Bounded; nothing of the seller's is resolved, compiled or run. */
export function declaredInput({ resource, method, input, schemas }: DeclaredResource): DeclaredInput {
  const takesBody = BODY_METHODS.includes(method)
  const inQuery = takesBody ? QUERY_FIELDS : [...QUERY_FIELDS, 'properties', 'inputSchema']
  const parameters = [
    ...pathParameters(resource, input.pathParams),
    ...named('query', fieldsOf(input, inQuery), schemaOf(schemas, 'queryParams')),
    ...named('header', fieldsOf(input, HEADER_FIELDS), schemaOf(schemas, 'headers')).filter(isSendable),
  ]
  return { parameters: parameters.slice(0, MAX_PARAMETERS), body: takesBody ? bodyOf(input, schemas) : null }
}

/** Names of the parameters of an address whose path is a route template: `:userId` or `{userId}` as a whole segment. */
function templateNames(resource: string): string[] {
  const segments = resource.replace(/^[a-z]+:\/\/[^/]*/i, '').split('/')
  return segments.flatMap((segment) => parameterName(segment) ?? [])
}

export const parameterName = (segment: string): string | null =>
  /^(?::([\w-]{1,64})|\{([\w-]{1,64})\})$/.exec(segment)?.slice(1).find(Boolean) ?? null

/**
 * Headers that a seller may declare but that are never sent: credentials, what belongs to the connection, and what
 * changes the method or the address.
 */
export const isUnsendableHeader = (name: string): boolean =>
  !/^[\w-]{1,64}$/.test(name) ||
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|origin|referer)$/i.test(
    name,
  ) ||
  /^(cookie.*|set-cookie.*|authorization|proxy-.*|sec-.*|x-forwarded-.*|x-real-ip|x-payment.*)$/i.test(name) ||
  /^(payment-.*|sign-in-with-x|accept|accept-encoding|user-agent|turnpike-.*)$/i.test(name) ||
  /^x-(http-)?method(-override)?$|^x-(original|rewrite)-.*$|^x-http-.*$/i.test(name)

const isSendable = ({ name }: DeclaredParameter): boolean => !isUnsendableHeader(name)

type Fields = Record<string, unknown>

function pathParameters(resource: string, samples: unknown): DeclaredParameter[] {
  const given = recordOf(samples)
  return templateNames(resource).map((name) => {
    const field = Object.hasOwn(given, name) ? given[name] : null
    return { ...read('path', name, field, null), isRequired: true }
  })
}

/** The first of those fields that holds something, as a map of names; JSON Schema stands for its properties. */
function fieldsOf(input: Fields, names: string[]): Fields | null {
  for (const name of names) {
    const value = input[name]
    if (!isRecord(value)) continue
    if (!isRecord(value.properties)) return value
    const required = Array.isArray(value.required) ? value.required : []
    return withRequired(value.properties, required)
  }
  return null
}

const withRequired = (properties: Fields, required: unknown[]): Fields =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      isRecord(field) && required.includes(name) ? { ...field, required: true } : field,
    ]),
  )

function schemaOf(schemas: Fields | null, name: string): Fields | null {
  return schemas && isRecord(schemas[name]) ? fieldsOf({ [name]: schemas[name] }, [name]) : null
}

function named(place: 'query' | 'header', given: Fields | null, schema: Fields | null): DeclaredParameter[] {
  const names = [...new Set([...Object.keys(schema ?? {}), ...Object.keys(given ?? {})])]
  return names
    .filter((name) => name !== '' && name.length <= 128)
    .map((name) => read(place, name, given?.[name] ?? null, schema?.[name] ?? null))
}

/** A field is a description or a sample. Where nothing else describes it, a text may be either. */
function read(place: DeclaredParameter['place'], name: string, given: unknown, schema: unknown): DeclaredParameter {
  const described = isRecord(schema) ? schema : isRecord(given) ? given : {}
  const isSample = given !== null && given !== undefined && !isRecord(given)
  const isCertain = isRecord(schema) || place === 'path' || typeof given !== 'string'
  const preset = [described.default, described.example].find(isPlain)
  const said = typeof described.description === 'string' ? described.description : ''
  return {
    place,
    name,
    isRequired: described.required === true,
    about: said || (isSample && !isCertain ? `For example ${textOf(given)}` : ''),
    choices: Array.isArray(described.enum) ? described.enum.filter(isPlain).slice(0, 50).map(textOf) : [],
    sample: isSample && isCertain ? textOf(given) : isPlain(preset) ? textOf(preset) : '',
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, MAX_SAMPLE_CHARACTERS)

function bodyOf(input: Fields, schemas: Fields | null): DeclaredInput['body'] {
  const mimeType = mediaTypeOf(input)
  const isJson = bodyTypeOf(mimeType) !== 'text' && typeof input.body !== 'string'
  const said = { isJson, mimeType, writings: {} }
  if (!isJson) return { ...said, sample: typeof input.body === 'string' ? textOf(input.body) : '' }
  if (Array.isArray(input.body)) return { ...said, sample: JSON.stringify(input.body) }
  const sample = isRecord(input.body) && !isSchemaLike(input.body) ? input.body : {}
  const fields = schemaOf(schemas, 'body') ?? fieldsOf(input, BODY_FIELDS)
  const skeleton = Object.fromEntries(
    Object.entries(fields ?? {})
      .slice(0, MAX_PARAMETERS)
      .map(([name, field]) => [
        name,
        isRecord(field) ? (field.default ?? field.example ?? sampleOfSchema({ type: 'string', ...field }, {})) : field,
      ]),
  )
  const writings = Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, field]) => {
      const { writing } = splitWriting(recordOf(field))
      return writing ? [[name, writing]] : []
    }),
  )
  const text = JSON.stringify({ ...skeleton, ...sample }, null, 2)
  return { ...said, writings, sample: text.length > 8 * MAX_SAMPLE_CHARACTERS ? '{}' : text }
}

function mediaTypeOf({ bodyType, headers }: Fields): string {
  const [, said] = Object.entries(recordOf(headers)).find(([name]) => name.toLowerCase() === 'content-type') ?? []
  if (typeof said === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(said)) return said
  if (bodyType === undefined || bodyType === null || bodyType === 'json') return JSON_TYPE
  return bodyType === 'form-data' ? MULTIPART_TYPE : 'text/plain'
}

const isSchemaLike = (value: Fields): boolean => isRecord(value.properties)
