import { isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'

type KeywordContext = {
  schema: Record<string, unknown>
  nested: (part: unknown, name: string | number | null) => JsonSchema | boolean
  /** Counts parts that are not kept. */
  leaveOut: (count: number) => void
  /** Keeps only the beginning of lists and maps. */
  isCut: boolean
}

/** A keyword's form in JSON Schema 2020-12; `{}` leaves it out, null refuses it. */
type Writer = (value: unknown, context: KeywordContext) => JsonSchema | null

/** Keywords that describe a value without limiting it. A wrong one is left out. */
export const dataKeywords: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'format'],
  ...['deprecated', 'readOnly', 'writeOnly', 'contentEncoding', 'contentMediaType', 'style', 'explode'],
])

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const MAX_PATTERN_CHARACTERS = 1_000
/** Limits of what is taken over from a larger document. */
const CUT = { names: 200, choices: 20, characters: 1_000 }

/** Names by which readers find references and addresses of schemas, wherever they stand. */
const isCoreName = (name: string): boolean =>
  /^\$(ref|id|anchor|dynamicRef|dynamicAnchor|recursiveRef|recursiveAnchor|schema|vocabulary|defs)$/.test(name)

/** Data that no reader takes for a reference, or for the address of a schema. */
const isPlainData = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isPlainData)
  if (!isRecord(value)) return true
  return Object.entries(value).every(([name, part]) => name !== '__proto__' && !isCoreName(name) && isPlainData(part))
}

const isSmall = (value: unknown, { isCut }: KeywordContext): boolean =>
  !isCut || (JSON.stringify(value) ?? '').length <= CUT.characters

const keep =
  (keyword: string, isRight: (value: unknown) => boolean): Writer =>
  (value, context) =>
    isRight(value) && isSmall(value, context) ? { [keyword]: value } : null

const isText = (value: unknown): value is string => typeof value === 'string'
const isTruth = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/** True for a pattern that every reader accepts; it is never run. */
function isPattern(value: unknown): value is string {
  if (!isText(value) || value.length > MAX_PATTERN_CHARACTERS) return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const schemaAt =
  (keyword: string): Writer =>
  (value, { nested }) => ({ [keyword]: isTruth(value) ? value : nested(value, null) })

const schemaList =
  (keyword: string): Writer =>
  (value, { nested, leaveOut, isCut }) => {
    if (!Array.isArray(value)) return null
    const parts = (isCut ? value.slice(0, CUT.choices) : value).map(nested)
    leaveOut(value.length - parts.length)
    return parts.length === 0 ? {} : { [keyword]: parts }
  }

const schemaMap =
  (keyword: string, isName: (name: string) => boolean): Writer =>
  (value, { nested, leaveOut, isCut }) => {
    if (!isRecord(value)) return null
    const names = Object.keys(value).filter((name) => !isCoreName(name) && (!isCut || isName(name)))
    if (!names.every(isName)) return null
    const parts = names
      .slice(0, isCut ? CUT.names : undefined)
      .map((name) => [name, nested(value[name], name)] as const)
    leaveOut(Object.keys(value).length - parts.length)
    return { [keyword]: Object.fromEntries(parts) }
  }

/** A minimum or maximum, which older drafts have as a number and whether that number itself is left out. */
const bound =
  (keyword: 'minimum' | 'maximum'): Writer =>
  (value, { schema }) => {
    if (!isNumber(value)) return null
    const exclusive = keyword === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
    return schema[exclusive] === true ? { [exclusive]: value } : { [keyword]: value }
  }

const exclusiveBound =
  (keyword: string): Writer =>
  (value) =>
    isNumber(value) ? { [keyword]: value } : isTruth(value) ? {} : null

function writeType(value: unknown, { schema }: KeywordContext): JsonSchema | null {
  if (value === 'any') return {}
  const named = [...new Set([value].flat())]
  if (named.length === 0 || !named.every((type) => isText(type) && types.has(type))) return null
  if (schema.nullable === true && !named.includes('null')) named.push('null')
  return { type: named.length === 1 ? named[0] : named }
}

/** The names that an object must have; draft 3 has it at each property instead. */
function requiredOf({ required, properties }: Record<string, unknown>): JsonSchema {
  const needed = Object.entries(recordOf(properties)).filter(([, part]) => recordOf(part).required === true)
  const named = [...(isNames(required) ? required : []), ...needed.map(([name]) => name)]
  const names = [...new Set(named)].filter((name) => !isCoreName(name))
  return names.length === 0 ? {} : { required: names }
}

const writeRequired: Writer = (value, { schema }) => (isTruth(value) || isNames(value) ? requiredOf(schema) : null)

const writeProperties: Writer = (value, context) => {
  const written = schemaMap('properties', (name) => name !== '__proto__')(value, context)
  return written && { ...written, ...requiredOf(context.schema) }
}

/** Where a property was left out for its name, other properties must not be limited. */
const writeAdditionalProperties: Writer = (value, context) =>
  Object.keys(recordOf(context.schema.properties)).some(isCoreName)
    ? {}
    : schemaAt('additionalProperties')(value, context)

const writeItems: Writer = (value, context) =>
  Array.isArray(value) ? schemaList('prefixItems')(value, context) : schemaAt('items')(value, context)

/** Beside a list of items: the items that follow them. */
const writeAdditionalItems: Writer = (value, context) =>
  Array.isArray(context.schema.items) ? schemaAt('items')(value, context) : {}

const writeEnum: Writer = (value, context) => {
  if (!Array.isArray(value) || !isPlainData(value) || !isSmall(value, context)) return null
  const choices = context.schema.nullable === true && !value.includes(null) ? [...value, null] : value
  return value.length === 0 ? {} : { enum: choices }
}

const writeExamples: Writer = (value, context) =>
  isPlainData(value) && isSmall(value, context) ? { examples: Array.isArray(value) ? value : [value] } : null

export const writers: Readonly<Record<string, Writer>> = {
  type: writeType,
  enum: writeEnum,
  const: keep('const', isPlainData),
  minimum: bound('minimum'),
  maximum: bound('maximum'),
  exclusiveMinimum: exclusiveBound('exclusiveMinimum'),
  exclusiveMaximum: exclusiveBound('exclusiveMaximum'),
  multipleOf: keep('multipleOf', (value) => isNumber(value) && value > 0),
  ...Object.fromEntries(
    [
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'minProperties',
      'maxProperties',
      'minContains',
      'maxContains',
    ].map((keyword) => [keyword, keep(keyword, isCount)]),
  ),
  pattern: keep('pattern', isPattern),
  uniqueItems: keep('uniqueItems', isTruth),
  properties: writeProperties,
  required: writeRequired,
  patternProperties: schemaMap('patternProperties', isPattern),
  additionalProperties: writeAdditionalProperties,
  propertyNames: schemaAt('propertyNames'),
  dependentRequired: keep(
    'dependentRequired',
    (value) => isRecord(value) && isPlainData(value) && Object.values(value).every(isNames),
  ),
  dependentSchemas: schemaMap('dependentSchemas', (name) => name !== '__proto__'),
  items: writeItems,
  prefixItems: schemaList('prefixItems'),
  additionalItems: writeAdditionalItems,
  contains: schemaAt('contains'),
  ...Object.fromEntries(['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, schemaList(keyword)])),
  ...Object.fromEntries(['not', 'if', 'then', 'else'].map((keyword) => [keyword, schemaAt(keyword)])),
  ...Object.fromEntries(
    ['title', 'description', 'format', 'contentEncoding', 'contentMediaType'].map((keyword) => [
      keyword,
      keep(keyword, isText),
    ]),
  ),
  ...Object.fromEntries(['deprecated', 'readOnly', 'writeOnly'].map((keyword) => [keyword, keep(keyword, isTruth)])),
  // OpenAPI's, of a parameter: how its value is written.
  style: keep('style', isText),
  explode: keep('explode', isTruth),
  default: keep('default', isPlainData),
  example: keep('example', isPlainData),
  examples: writeExamples,
}
