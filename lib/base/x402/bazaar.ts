import { declareDiscoveryExtension } from '@x402/extensions/bazaar'
import {
  type AnswerDescription,
  BazaarDeclarationError,
  type DiscoveryDeclaration,
  describeAnswer,
  isJsonType,
  isTextType,
  isToolDeclaration,
  parseDiscoveryDeclaration,
  readInputSchema,
} from './bazaar-declaration'
import { isRecord, recordOf } from './header-codec'
import { completeSample, type JsonSchema, mapParts, sampleOfSchema } from './json-schema'
import { isDynamicPattern, isQueryMethod, type RouteMethod, type RoutePattern, routeTemplate } from './route-pattern'
import { bodyTypeOf, JSON_TYPE } from './write-request'

/** The key of the extension in a challenge, a payment and a route configuration. */
export const BAZAAR_EXTENSION = 'bazaar'

/** The extension on the wire: the offer, and the schema that `info` fits. */
export type BazaarExtension = {
  info: { input: Record<string, unknown>; output?: Record<string, unknown> }
  schema: JsonSchema
  routeTemplate?: string
}

/** The matched route; `pathParams` are the concrete values of one request, left out where there is none. */
export type BazaarRoute = {
  method: RouteMethod
  pattern: RoutePattern
  pathParams?: Record<string, string>
  mimeType?: string | undefined
}

/**
 * Translates a seller's declaration into the wire's extension, or null when it is not `discoverable: true`.
 * Dynamic routes get their template, and the values of this request. Tools need no route.
 * Fails with `BazaarDeclarationError`. Source: service spec 2.5.
 */
export function buildBazaarExtension(declaration: unknown, route?: BazaarRoute): BazaarExtension | null {
  const given = parseDiscoveryDeclaration(declaration)
  if (given.discoverable !== true) return null
  const answer = describeAnswer(given, route?.mimeType)
  if (isToolDeclaration(given)) return addAnswer(buildToolExtension(given), answer)
  if (!route) throw new BazaarDeclarationError('bazaar: a declaration without toolName belongs to an HTTP route.')
  return addAnswer(buildHttpExtension(given, route), answer)
}

function buildToolExtension(declared: DiscoveryDeclaration): BazaarExtension {
  const { queryMap, object } = readInputSchema(declared.inputSchema)
  const { toolName = '', description, transport, example } = declared
  const extension = declareDiscoveryExtension({
    toolName,
    description,
    transport,
    inputSchema: object ?? queryMap ?? { type: 'object', properties: {} },
    example: example ?? declared.input,
  })
  return toBazaarExtension(extension)
}

/** Adds to the SDK's extension: headers, a body's query, and like the SDK's server the method and the path. */
function buildHttpExtension(
  declared: DiscoveryDeclaration,
  { method, pattern, pathParams = {} }: BazaarRoute,
): BazaarExtension {
  const input = readInputSchema(declared.inputSchema, checkableSchema)
  const { pathMap, headerMap, object, bodyMimeType } = input
  const isQuery = isQueryMethod(method)
  const isDynamic = isDynamicPattern(pattern)
  const besideBody = isQuery ? null : input.queryMap
  const sample = declared.input ?? {}
  const others = [besideBody, headerMap].flatMap((map) => Object.keys(recordOf(map?.properties)))
  const rest = pick(sample, (name) => !others.includes(name))
  const inputSchema = (isQuery ? input.queryMap : null) ?? object ?? { type: 'object', properties: {} }
  const bodyType = declared.bodyType ?? bodyTypeOf(bodyMimeType)
  const extension = declareDiscoveryExtension(
    isQuery ? { input: completeSample(inputSchema, rest), inputSchema } : { bodyType, input: rest, inputSchema },
  )
  // The kinds of `bodyType` are few, so what a body is written in stands among the headers.
  const type = !isQuery && bodyMimeType !== JSON_TYPE && { 'content-type': bodyMimeType }
  const hasHeaders = headerMap !== null || type
  const built = addInput(
    toBazaarExtension(extension),
    {
      method,
      ...(!isQuery && { body: sampleOfSchema(inputSchema, rest) }),
      ...(besideBody && { queryParams: sampleOfMap(besideBody, sample) }),
      ...(hasHeaders && { headers: { ...type, ...(headerMap && sampleOfMap(headerMap, sample)) } }),
      ...(isDynamic && { pathParams }),
    },
    {
      method: { type: 'string', enum: [method] },
      ...(besideBody && { queryParams: besideBody }),
      ...(hasHeaders && { headers: headerMap ?? { type: 'object' } }),
      ...(pathMap && { pathParams: pathMap }),
      ...(isDynamic && { pathParams: looseObject(pathMap ?? {}) }),
    },
  )
  return isDynamic ? { ...built, routeTemplate: routeTemplate(pattern) } : built
}

const sampleOfMap = (map: JsonSchema, sample: Record<string, unknown>): Record<string, unknown> =>
  completeSample(
    map,
    pick(sample, (name) => Object.hasOwn(recordOf(map.properties), name)),
  )

/** The SDK describes an output only with an example; a schema or a media type without one says enough to be listed. */
function addAnswer(extension: BazaarExtension, { mimeType, schema, ...sample }: AnswerDescription): BazaarExtension {
  const isJson = isJsonType(mimeType)
  if (isJson && Object.keys(schema).length === 0 && !('example' in sample)) return extension
  const output = {
    type: 'object',
    properties: {
      type: { type: 'string' },
      ...(!isJson && { format: { type: 'string' } }),
      example: checkableSchema(schema),
    },
    required: ['type'],
  }
  const properties = recordOf(extension.schema.properties)
  const type = isJson ? { type: 'json' } : { type: isTextType(mimeType) ? 'text' : 'binary', format: mimeType }
  return {
    ...extension,
    info: { ...extension.info, output: { ...type, ...sample } },
    schema: { ...extension.schema, properties: { ...properties, output } },
  }
}

/** Values of a path are texts, and there are none where no request is at hand: only what they mean is described. */
const looseObject = ({ properties }: JsonSchema): JsonSchema => ({
  type: 'object',
  ...(isRecord(properties) && {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, part]) => {
        const { description } = recordOf(part)
        return [name, { type: 'string', ...(typeof description === 'string' && { description }) }]
      }),
    ),
  }),
})

function addInput(extension: BazaarExtension, info: Record<string, unknown>, schemas: JsonSchema): BazaarExtension {
  const properties = recordOf(extension.schema.properties)
  const input = recordOf(properties.input)
  const inputProperties = recordOf(input.properties)
  return {
    ...extension,
    info: { ...extension.info, input: { ...extension.info.input, ...info } },
    schema: {
      ...extension.schema,
      properties: { ...properties, input: { ...input, properties: { ...inputProperties, ...schemas } } },
    },
  }
}

/** The SDK's union of three shapes, which differ only in fields that are plain JSON to us. */
function toBazaarExtension(declared: ReturnType<typeof declareDiscoveryExtension>): BazaarExtension {
  const extension: unknown = declared[BAZAAR_EXTENSION]
  return extension as BazaarExtension // declareDiscoveryExtension always answers info.input and schema.
}

const pick = (value: Record<string, unknown>, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => isWanted(name)))

/** Keywords that `findSchemaViolation` judges, and those that describe a value; `allOf` and `oneOf` are taken apart. */
const kept = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'required', 'properties', 'items', 'prefixItems', 'anyOf'],
  ...['title', 'description', 'default', 'example', 'examples', 'format', 'deprecated', 'readOnly', 'writeOnly'],
  ...['style', 'explode'],
])

/**
 * The part of a declared schema against which we can check a value with bounded work; it goes into the `bazaar`
 * extension, so that a catalog that compiles it agrees with us, and runs no regular expression of a seller. It accepts
 * everything that the whole schema accepts.
 */
function checkableSchema(schema: JsonSchema): JsonSchema {
  // Where patterns of names are left out, other names must be allowed.
  const isLimited = !('patternProperties' in schema)
  const isKept = (keyword: string) => kept.has(keyword) || (isLimited && keyword === 'additionalProperties')
  // Each choice keeps fewer limits than its seller wrote, so that several may fit.
  const all = [...listOf(schema.allOf), ...('oneOf' in schema ? [{ anyOf: listOf(schema.oneOf) }] : [])]
  return { ...mapParts(pick(schema, isKept), checkable), ...(all.length > 0 && { allOf: all.map(checkable) }) }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const checkable = (part: unknown): unknown => (isRecord(part) ? checkableSchema(part) : part)
