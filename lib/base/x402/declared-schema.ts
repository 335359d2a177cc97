import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { decodePercent, findJsonFault, isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'

/** A schema in the form that our documents may hold, or a fault: a sentence that names the place. */
type DeclaredSchema = { ok: true; schema: JsonSchema } | { ok: false; fault: Sentence }

/**
 * A document in which references are resolved, each once; how many more of its parts may be read, and how many were left
 * out.
 */
export type SchemaReading = {
  root: Record<string, unknown>
  left: number
  missed: number
  resolved: Map<string, unknown>
}

/** The most characters of a schema, before and after its references are filled in. */
const MAX_CHARACTERS = 16_384
const MAX_PARTS = 2_000
const MAX_DEPTH = 24
const MAX_REFERENCES = 16
const MAX_PATTERN_CHARACTERS = 1_000
/** Limits of what is taken over from a larger document. */
const CUT = { names: 200, choices: 20, characters: 1_000 }

/**
 * Brings a schema from outside into the form that all our documents may hold, beside other schemas: self-contained JSON
 * Schema 2020-12, with its references filled in. Older drafts and OpenAPI 3.0 are translated, needless keywords left
 * out, and the rest is refused with its place.
 * The work is bounded; nothing of it is compiled or run.
 * @param root where its references are looked up; the schema itself when omitted
 */
export function readDeclaredSchema(value: unknown, root = recordOf(value)): DeclaredSchema {
  const isWhole = isRecord(value) && !findJsonFault(value) && (root === value || !findJsonFault(root))
  if (!isWhole) return { ok: false, fault: say('declaredSchema.whole') }
  if (JSON.stringify(value).length > MAX_CHARACTERS) return { ok: false, fault: TOO_LARGE }
  const state: SchemaState = { root, left: MAX_PARTS, missed: 0, resolved: new Map(), isCut: false, fault: null }
  const schema = recordOf(readPart(state, value, { path: '', within: [] }))
  const fault = state.fault ?? (JSON.stringify(schema).length > MAX_CHARACTERS ? TOO_LARGE : null)
  return fault ? { ok: false, fault } : { ok: true, schema }
}

/**
 * The same for a part of a document that is taken over as far as possible: what would be refused is left out, and a
 * schema that contains itself ends there as `{}`, which accepts anything. Null where nothing is left.
 */
export function cutDeclaredSchema(reading: SchemaReading, value: unknown): JsonSchema | null {
  const state: SchemaState = { ...reading, isCut: true, fault: null }
  const schema = recordOf(readPart(state, value, { path: '', within: [] }))
  reading.left = state.left
  reading.missed = state.missed
  return Object.keys(schema).length === 0 ? null : schema
}

const TOO_LARGE = say('declaredSchema.tooLarge')
const NO_OTHER = say('declaredSchema.elsewhere')

/** `fault`: the first part that was left out, where nothing may be. */
type SchemaState = SchemaReading & { isCut: boolean; fault: Sentence | null }
type SchemaPlace = { path: string; within: readonly unknown[] }

/** Leaves a part out; what it was to limit is not limited then. */
function leaveOut(state: SchemaState, path: string, why: Sentence): JsonSchema {
  state.missed += 1
  state.fault ??= path === '' ? why : say('declaredSchema.place', { place: path.slice(1, 200), why })
  return {}
}

/** Reads a schema, or `false`. */
function readPart(state: SchemaState, value: unknown, { path, within }: SchemaPlace): JsonSchema | boolean {
  if (state.left < 0 || !spend(state, 1)) return leaveOut(state, '', TOO_LARGE)
  if (value === true) return {}
  if (value === false) return false
  if (!isRecord(value)) return leaveOut(state, path, say('declaredSchema.part'))
  if (within.includes(value)) return leaveOut(state, path, say('declaredSchema.holdsItself'))
  if (within.length > MAX_DEPTH) return leaveOut(state, path, say('declaredSchema.tooDeep'))
  const inner = { path, within: [...within, value] }
  const own = readKeywords(state, value, inner)
  const { $ref: reference } = value
  if (own === null || reference === undefined) return own ?? {}
  const found = findPart(state, reference)
  if (found === undefined) {
    const isElsewhere = typeof reference === 'string' && !reference.startsWith('#')
    return leaveOut(state, path, isElsewhere ? NO_OTHER : say('declaredSchema.nowhere'))
  }
  const target = readPart(state, found, { path: `${path}/$ref`, within: inner.within })
  if (Object.keys(own).length === 0) return target
  if (target === false) return false
  // Words beside a reference describe its use; any other keyword there also limits the value.
  const isWords = Object.keys(own).every((keyword) => dataKeywords.has(keyword))
  return isWords
    ? { ...recordOf(target), ...own }
    : { ...own, allOf: [target, ...(Array.isArray(own.allOf) ? own.allOf : [])] }
}

/** Null where the whole of it is left out. */
function readKeywords(
  state: SchemaState,
  schema: Record<string, unknown>,
  { path, within }: SchemaPlace,
): JsonSchema | null {
  const leave = (at: string, why: Sentence) => leaveOut(state, at, why) && null
  // The name that a whole schema has is of no use within another document.
  for (const keyword of ['$dynamicRef', '$recursiveRef', ...(within.length > 1 ? ['$id'] : [])])
    if (typeof schema[keyword] === 'string' && !state.isCut) return leave(path, NO_OTHER)
  const read: JsonSchema = {}
  if (!spend(state, weigh(schema, 0))) return leave('', TOO_LARGE)
  for (const [keyword, value] of Object.entries(schema)) {
    const write = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined
    if (!write) continue
    const isData = dataKeywords.has(keyword) || ['enum', 'const', 'dependentRequired'].includes(keyword)
    if (!spend(state, weigh(value, isData ? MAX_DEPTH : 0))) return leave('', TOO_LARGE)
    const at = `${path}/${keyword}`
    const nested = (part: unknown, name?: string | number) =>
      readPart(state, part, { path: name === undefined ? at : `${at}/${name}`, within })
    const written = write(value, { keyword, schema, nested, state })
    if (written !== null) Object.assign(read, written)
    else if (!dataKeywords.has(keyword)) leave(at, say('declaredSchema.unknown'))
  }
  return read
}

/** A keyword's form in JSON Schema 2020-12; `{}` leaves it out, null refuses it. */
type Writer = (value: unknown, context: KeywordContext) => JsonSchema | null

type KeywordContext = {
  keyword: string
  schema: Record<string, unknown>
  state: SchemaState
  nested: (part: unknown, name?: string | number) => JsonSchema | boolean
}

const words = (list: string): string[] => list.split(' ')
const all = (keywords: string, write: Writer) => Object.fromEntries(words(keywords).map((keyword) => [keyword, write]))

/** Keywords that describe a value without limiting it. A wrong one is left out. The last two are OpenAPI's, of a parameter. */
const dataKeywords: ReadonlySet<string> = new Set(
  words(
    'title description default example examples format deprecated readOnly writeOnly contentEncoding contentMediaType style explode',
  ),
)
const types = new Set(words('string number integer boolean object array null'))

/** Names by which readers find references and addresses of schemas, wherever they stand. */
export const isCoreName = (name: string): boolean =>
  /^\$(ref|id|anchor|dynamicRef|dynamicAnchor|recursiveRef|recursiveAnchor|schema|vocabulary|defs)$/.test(name)

/** Data that no reader takes for a reference, or for the address of a schema. */
const isPlainData = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isPlainData)
  if (!isRecord(value)) return true
  return Object.entries(value).every(([name, part]) => isName(name) && !isCoreName(name) && isPlainData(part))
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTruth = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isNames = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isName = (name: string): boolean => name !== '__proto__'

/** True for a pattern that every reader accepts; it is never run. */
function isPattern(value: unknown): value is string {
  if (!isText(value) || value.length > MAX_PATTERN_CHARACTERS) return false
  try {
    return new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const isSmall = (value: unknown, { isCut }: SchemaState): boolean =>
  !isCut || (JSON.stringify(value) ?? '').length <= CUT.characters

const keep =
  (isRight: (value: unknown) => boolean): Writer =>
  (value, { keyword, state }) =>
    isRight(value) && isSmall(value, state) ? { [keyword]: value } : null

const schemaAs =
  (keyword: string): Writer =>
  (value, { nested }) => ({ [keyword]: isTruth(value) ? value : nested(value) })

const schemaHere: Writer = (value, context) => schemaAs(context.keyword)(value, context)

const schemaList =
  (as?: string): Writer =>
  (value, { keyword, nested, state }) => {
    if (!Array.isArray(value)) return null
    const parts = (state.isCut ? value.slice(0, CUT.choices) : value).map((part, at) => nested(part, at))
    state.missed += value.length - parts.length
    return parts.length === 0 ? {} : { [as ?? keyword]: parts }
  }

const schemaMap =
  (isRight: (name: string) => boolean): Writer =>
  (value, { keyword, nested, state }) => {
    if (!isRecord(value)) return null
    const names = Object.keys(value).filter((name) => !isCoreName(name) && (!state.isCut || isRight(name)))
    if (!names.every(isRight)) return null
    const kept = state.isCut ? names.slice(0, CUT.names) : names
    const parts = kept.map((name) => [name, nested(value[name], name)] as const)
    state.missed += Object.keys(value).length - parts.length
    return { [keyword]: Object.fromEntries(parts) }
  }

/** A minimum or maximum, which older drafts have as a number and whether that number itself is left out. */
const bound =
  (exclusive: string): Writer =>
  (value, { keyword, schema }) =>
    isNumber(value) ? { [schema[exclusive] === true ? exclusive : keyword]: value } : null

const exclusiveBound: Writer = (value, { keyword }) =>
  isNumber(value) ? { [keyword]: value } : isTruth(value) ? {} : null

/** The names that an object must have; draft 3 has it at each property instead. */
function requiredOf({ required, properties }: Record<string, unknown>): JsonSchema {
  const needed = Object.entries(recordOf(properties)).filter(([, part]) => recordOf(part).required === true)
  const named = [...(isNames(required) ? required : []), ...needed.map(([name]) => name)]
  const names = [...new Set(named)].filter((name) => !isCoreName(name))
  return names.length === 0 ? {} : { required: names }
}

const writers: Readonly<Record<string, Writer>> = {
  type: (value, { schema }) => {
    if (value === 'any') return {}
    const named = [...new Set([value].flat())]
    if (named.length === 0 || !named.every((type) => isText(type) && types.has(type))) return null
    if (schema.nullable === true && !named.includes('null')) named.push('null')
    return { type: named.length === 1 ? named[0] : named }
  },
  enum: (value, { schema, state }) => {
    if (!Array.isArray(value) || !isPlainData(value) || !isSmall(value, state)) return null
    const choices = schema.nullable === true && !value.includes(null) ? [...value, null] : value
    return value.length === 0 ? {} : { enum: choices }
  },
  minimum: bound('exclusiveMinimum'),
  maximum: bound('exclusiveMaximum'),
  ...all('exclusiveMinimum exclusiveMaximum', exclusiveBound),
  multipleOf: keep((value) => isNumber(value) && value > 0),
  ...all('minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains', keep(isCount)),
  pattern: keep(isPattern),
  properties: (value, context) => {
    const written = schemaMap(isName)(value, context)
    return written && { ...written, ...requiredOf(context.schema) }
  },
  required: (value, { schema }) => (isTruth(value) || isNames(value) ? requiredOf(schema) : null),
  patternProperties: schemaMap(isPattern),
  dependentSchemas: schemaMap(isName),
  dependentRequired: keep((value) => isRecord(value) && isPlainData(value) && Object.values(value).every(isNames)),
  // Where a property was left out for its name, other properties must not be limited.
  additionalProperties: (value, context) =>
    Object.keys(recordOf(context.schema.properties)).some(isCoreName) ? {} : schemaHere(value, context),
  items: (value, context) =>
    Array.isArray(value) ? schemaList('prefixItems')(value, context) : schemaHere(value, context),
  // Beside a list of items: the items that follow them.
  additionalItems: (value, context) => (Array.isArray(context.schema.items) ? schemaAs('items')(value, context) : {}),
  ...all('propertyNames contains not if then else', schemaHere),
  ...all('prefixItems allOf anyOf oneOf', schemaList()),
  ...all('title description format contentEncoding contentMediaType style', keep(isText)),
  ...all('uniqueItems deprecated readOnly writeOnly explode', keep(isTruth)),
  ...all('const default example', keep(isPlainData)),
  examples: (value, { state }) =>
    isPlainData(value) && isSmall(value, state) ? { examples: Array.isArray(value) ? value : [value] } : null,
}

/** False when no parts are left. */
function spend(state: SchemaState, parts: number): boolean {
  state.left -= parts
  return state.left >= 0
}

/** The cost of a value in parts, besides the parts that are read of it: by its names, items and letters. */
function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length / 256
  if (typeof value !== 'object' || value === null) return 0
  const inner: unknown[] = Object.values(value)
  return inner.reduce((sum: number, part) => (depth > 0 ? sum + weigh(part, depth - 1) : sum), inner.length / 16)
}

/** Undefined where it leads nowhere. */
function findPart(state: SchemaState, reference: unknown): Record<string, unknown> | boolean | undefined {
  let at: unknown = { $ref: reference }
  for (let hops = 0; isRecord(at) && typeof at.$ref === 'string' && Object.keys(at).length === 1; hops += 1) {
    const { $ref } = at
    at = hops < MAX_REFERENCES ? resolvePointer(state, $ref) : undefined
  }
  return isRecord(at) || typeof at === 'boolean' ? at : undefined
}

/**
 * A reference for which readers refuse the whole document: one that leads out of it, which would have to be fetched, or,
 * such as `#/$defs/name`, to no part of it.
 */
export function findReferenceFault(root: Record<string, unknown>): 'elsewhere' | 'nowhere' | null {
  const open: unknown[] = [root]
  let isDangling = false
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    const { $ref, $id, $dynamicRef } = recordOf(node)
    if ([$ref, $id, $dynamicRef].some(isOutside)) return 'elsewhere'
    isDangling ||= typeof $ref === 'string' && $ref.startsWith('#/') && partAt(root, $ref) === undefined
    for (const part of Object.values(node)) open.push(part)
  }
  return isDangling ? 'nowhere' : null
}

/** A property that happens to be called `$ref` holds a schema, not a text. */
const isOutside = (reference: unknown): boolean =>
  reference !== undefined && !isRecord(reference) && !(typeof reference === 'string' && reference.startsWith('#'))

/** The value at a JSON pointer such as `#/$defs/name` in this very document; nothing is fetched. */
function partAt(root: Record<string, unknown>, pointer: string): unknown {
  if (pointer === '#') return root
  if (!pointer.startsWith('#/')) return undefined
  let at: unknown = root
  for (const name of pointer.slice(2).split('/')) {
    const key = decodePercent(name)?.replaceAll('~1', '/').replaceAll('~0', '~')
    if (key === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

export function resolvePointer({ root, resolved }: SchemaReading, pointer: string): unknown {
  if (!resolved.has(pointer)) resolved.set(pointer, partAt(root, pointer))
  return resolved.get(pointer)
}
