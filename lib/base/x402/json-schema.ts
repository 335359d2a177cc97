import { isRecord, recordOf } from './header-codec'

export type JsonSchema = Record<string, unknown>

/**
 * Finds where a value breaks an untrusted JSON Schema, in plain words, or null.
 * Checks the keywords whose cost is linear (types, choices, properties, items, bounds, allOf, anyOf) and ignores the
 * rest: a schema from outside is never compiled, and its regular expressions never run. The caller has bounded both in
 * size and depth.
 */
export function findSchemaViolation(schema: unknown, value: unknown, path = ''): string | null {
  if (schema === false) return `${at(path)} is not allowed`
  if (!isRecord(schema)) return null
  return (
    findTypeFault(schema, value, path) ??
    findRangeFault(schema, value, path) ??
    findChoiceFault(schema, value, path) ??
    (isRecord(value) ? findPropertyFault(schema, value, path) : null) ??
    (Array.isArray(value) ? findItemFault(schema, value, path) : null)
  )
}

/** True if a schema points outside its own document; resolving such a reference would mean fetching it. */
export function hasExternalReference(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasExternalReference)
  if (!isRecord(node)) return false
  return Object.entries(node).some(([key, value]) => {
    const isReference = key === '$ref' || key === '$id' || key === '$dynamicRef'
    // A property that happens to be called $ref holds a schema, not a string.
    const isOutside = isReference && !(typeof value === 'string' && value.startsWith('#')) && !isRecord(value)
    return isOutside || hasExternalReference(value)
  })
}

/**
 * Fills the required properties that a sample lacks with the schema's own default, example or first choice,
 * else with the empty value of its type, so that a declaration fits its own schema.
 */
export function completeSample(schema: JsonSchema, sample: Record<string, unknown>): Record<string, unknown> {
  const properties = recordOf(schema.properties)
  const missing = namesIn(schema.required).filter((name) => !Object.hasOwn(sample, name))
  let completed = { ...sample, ...Object.fromEntries(missing.map((name) => [name, sampleOf(properties[name])])) }
  for (const part of [...partsIn(schema.allOf), ...missingChoice(schema, completed)]) {
    completed = completeSample({ ...part, properties: { ...properties, ...recordOf(part.properties) } }, completed)
  }
  return completed
}

/** A value that fits the schema: of an object the completed sample, of anything else its own first value. */
export const sampleOfSchema = (schema: JsonSchema, sample: Record<string, unknown>): unknown =>
  isObjectSchema(schema) ? completeSample(schema, sample) : sampleOf(schema)

/** True unless the schema takes other values than objects. */
export const isObjectSchema = ({ type }: JsonSchema): boolean => type === undefined || [type].flat().includes('object')

const partsIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The first of several choices, where the sample fits none of them. */
function missingChoice({ anyOf }: JsonSchema, sample: unknown): JsonSchema[] {
  const choices = partsIn(anyOf)
  return choices.some((choice) => findSchemaViolation(choice, sample) === null) ? [] : choices.slice(0, 1)
}

function findTypeFault(schema: JsonSchema, value: unknown, path: string): string | null {
  const types = typeof schema.type === 'string' ? [schema.type] : namesIn(schema.type)
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `${at(path)} must be ${types.join(' or ')}`
  if ('const' in schema && !isSameJson(schema.const, value)) return `${at(path)} must be ${show(schema.const)}`
  if (Array.isArray(schema.enum) && !schema.enum.some((choice) => isSameJson(choice, value))) {
    return `${at(path)} must be one of ${show(schema.enum)}`
  }
  return null
}

function findRangeFault(schema: JsonSchema, value: unknown, path: string): string | null {
  const size = sizeOf(value)
  if (!size) return null
  const [least, most] = [schema[size.minimum], schema[size.maximum]]
  if (typeof least === 'number' && size.amount < least) return `${at(path)} is below ${size.minimum} ${least}`
  if (typeof most === 'number' && size.amount > most) return `${at(path)} is above ${size.maximum} ${most}`
  if (typeof value !== 'number') return null
  const { exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `${at(path)} must be above ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `${at(path)} must be below ${exclusiveMaximum}`
  return null
}

function findChoiceFault({ allOf, anyOf }: JsonSchema, value: unknown, path: string): string | null {
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const fault = findSchemaViolation(part, value, path)
    if (fault) return fault
  }
  if (!Array.isArray(anyOf)) return null
  const faults = anyOf.map((choice) => findSchemaViolation(choice, value, path))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

function findPropertyFault(schema: JsonSchema, value: Record<string, unknown>, path: string): string | null {
  const missing = namesIn(schema.required).find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${at(path)} must have ${show(missing)}`
  const properties = recordOf(schema.properties)
  for (const [name, child] of Object.entries(value)) {
    const childSchema = Object.hasOwn(properties, name) ? properties[name] : additionalSchema(schema)
    const fault = findSchemaViolation(childSchema, child, `${path}/${name}`)
    if (fault) return fault
  }
  return null
}

/** patternProperties would need regular expressions, so where they are used, additional properties are let be. */
const additionalSchema = (schema: JsonSchema) => ('patternProperties' in schema ? true : schema.additionalProperties)

function findItemFault(schema: JsonSchema, value: unknown[], path: string): string | null {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  for (const [index, item] of value.entries()) {
    const fault = findSchemaViolation(index < first.length ? first[index] : schema.items, item, `${path}/${index}`)
    if (fault) return fault
  }
  return null
}

function sizeOf(value: unknown): { amount: number; minimum: string; maximum: string } | null {
  if (typeof value === 'number') return { amount: value, minimum: 'minimum', maximum: 'maximum' }
  if (typeof value === 'string') return { amount: [...value].length, minimum: 'minLength', maximum: 'maxLength' }
  if (Array.isArray(value)) return { amount: value.length, minimum: 'minItems', maximum: 'maxItems' }
  return null
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function sampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return ''
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  const choice: unknown = [schema.examples, schema.enum].find((list) => Array.isArray(list) && list.length > 0)
  if (Array.isArray(choice)) return choice[0]
  const type = typeof schema.type === 'string' ? schema.type : namesIn(schema.type)[0]
  if (type === 'object') return completeSample(schema, {})
  const [part] = type === undefined ? [...partsIn(schema.allOf), ...partsIn(schema.anyOf)] : []
  if (part) return sampleOf(part)
  return { array: [], number: 0, integer: 0, boolean: false, null: null }[type ?? ''] ?? (type === 'null' ? null : '')
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'nothing'

const at = (path: string) => (path === '' ? 'the value' : path.slice(0, 120))
