import { isRecord, recordOf } from './header-codec'

export type JsonSchema = Record<string, unknown>

export const CANNOT_BE_JUDGED = 'the value cannot be judged: its schema takes too many steps'

/** Steps of one judgement: each keyword's value, choice, name and item that is looked at counts. */
const MAX_STEPS = 20_000
/** Characters that are read or written in the time of a step. */
const STEP_CHARACTERS = 32

/** The rest of the steps, and the choices that were prepared, each once. */
type StepCount = { steps: number; choices: Map<unknown, ReadonlySet<string>> }

class TooMuchWork extends Error {}

/**
 * Finds where a value breaks an untrusted JSON Schema, in plain words, or null. Both sides may be hostile: the work is
 * bounded, and `CANNOT_BE_JUDGED` beyond it.
 * Checks types, choices, properties, items, bounds, allOf and anyOf, and ignores the rest: a schema from outside is never
 * compiled, and its regular expressions never run. The caller has bounded both in size and depth.
 */
export const findSchemaViolation = (schema: unknown, value: unknown): string | null =>
  bounded((work) => findFault(work, schema, value, ''), CANNOT_BE_JUDGED)

/**
 * Fills the required properties that a sample lacks with the schema's own default, example or first choice,
 * else with the empty value of its type, so that a declaration fits its own schema. A schema that takes too much work
 * leaves the sample as it is.
 */
export const completeSample = (schema: JsonSchema, sample: Record<string, unknown>): Record<string, unknown> =>
  bounded((work) => complete(work, schema, sample), sample)

/** A value that fits the schema: of an object the completed sample, of anything else its own first value. */
export const sampleOfSchema = (schema: JsonSchema, sample: Record<string, unknown>): unknown =>
  isObjectSchema(schema) ? completeSample(schema, sample) : bounded((work) => sampleOf(work, schema), '')

export const isObjectSchema = ({ type }: JsonSchema): boolean => type === undefined || [type].flat().includes('object')

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const singles = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'])

/** The schema with each schema that stands directly in it changed; those under patterns and names of others stay. */
export function mapParts(schema: JsonSchema, change: (part: unknown) => unknown): JsonSchema {
  const parts = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (keyword === 'properties' && isRecord(value)) {
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part)]))]
    }
    if (Array.isArray(value) && lists.has(keyword)) return [keyword, value.map(change)]
    return [keyword, isRecord(value) && singles.has(keyword) ? change(value) : value]
  })
  return Object.fromEntries(parts)
}

function bounded<T>(task: (work: StepCount) => T, beyond: T): T {
  try {
    return task({ steps: MAX_STEPS, choices: new Map() })
  } catch (error) {
    if (error instanceof TooMuchWork) return beyond
    throw error
  }
}

function spend(work: StepCount, steps: number) {
  work.steps -= steps
  if (work.steps < 0) throw new TooMuchWork()
}

function complete(work: StepCount, schema: JsonSchema, sample: Record<string, unknown>): Record<string, unknown> {
  const properties = recordOf(schema.properties)
  spend(work, 1 + Object.keys(properties).length + Object.keys(sample).length)
  const missing = namesIn(work, schema.required).filter((name) => !Object.hasOwn(sample, name))
  let completed = { ...sample, ...Object.fromEntries(missing.map((name) => [name, sampleOf(work, properties[name])])) }
  for (const part of [...partsIn(schema.allOf), ...missingChoice(work, schema, completed)]) {
    completed = complete(work, { ...part, properties: { ...properties, ...recordOf(part.properties) } }, completed)
  }
  return completed
}

export const partsIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The first of several choices, where the sample fits none of them. */
function missingChoice(work: StepCount, { anyOf }: JsonSchema, sample: unknown): JsonSchema[] {
  const choices = partsIn(anyOf)
  return choices.some((choice) => findFault(work, choice, sample, '') === null) ? [] : choices.slice(0, 1)
}

function findFault(work: StepCount, schema: unknown, value: unknown, path: string): string | null {
  spend(work, 1)
  if (schema === false) return `${at(path)} is not allowed`
  if (!isRecord(schema)) return null
  return (
    findTypeFault(work, schema, value, path) ??
    findRangeFault(work, schema, value, path) ??
    findChoiceFault(work, schema, value, path) ??
    (isRecord(value) ? findPropertyFault(work, schema, value, path) : null) ??
    (Array.isArray(value) ? findItemFault(work, schema, value, path) : null)
  )
}

function findTypeFault(work: StepCount, schema: JsonSchema, value: unknown, path: string): string | null {
  const types = typeof schema.type === 'string' ? [schema.type] : namesIn(work, schema.type)
  if (types.length > 0 && !types.some((type) => isOfType(value, type)))
    return `${at(path)} must be ${show(types.join(' or '))}`
  if ('const' in schema && !isAmong(work, [schema.const], schema, value))
    return `${at(path)} must be ${show(textOf(work, schema.const))}`
  if (Array.isArray(schema.enum) && !isAmong(work, schema.enum, schema.enum, value))
    return `${at(path)} must be one of ${show(textOf(work, schema.enum))}`
  return null
}

/** Choices are compared as JSON text, and written once, kept by what holds them. */
function isAmong(work: StepCount, listed: unknown[], holder: object, value: unknown): boolean {
  const known = work.choices.get(holder)
  const choices = known ?? new Set(listed.map((choice) => textOf(work, choice)))
  if (!known) work.choices.set(holder, choices)
  return choices.has(textOf(work, value))
}

const bounds: Readonly<Record<string, readonly [string, string]>> = {
  number: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
}

function findRangeFault(work: StepCount, schema: JsonSchema, value: unknown, path: string): string | null {
  const bound = bounds[typeOf(value)]
  if (!bound) return null
  const [minimum, maximum] = bound
  const [least, most] = [schema[minimum], schema[maximum]]
  const size = least === undefined && most === undefined ? 0 : sizeOf(work, value)
  if (typeof least === 'number' && size < least) return `${at(path)} is below ${minimum} ${least}`
  if (typeof most === 'number' && size > most) return `${at(path)} is above ${maximum} ${most}`
  if (typeof value !== 'number') return null
  const { exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `${at(path)} must be above ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `${at(path)} must be below ${exclusiveMaximum}`
  return null
}

/** A text is counted in characters as people see them. */
function sizeOf(work: StepCount, value: unknown): number {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.length
  const text = String(value)
  spend(work, text.length / STEP_CHARACTERS)
  return [...text].length
}

function findChoiceFault(work: StepCount, { allOf, anyOf }: JsonSchema, value: unknown, path: string): string | null {
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const fault = findFault(work, part, value, path)
    if (fault) return fault
  }
  let first: string | null = null
  for (const choice of Array.isArray(anyOf) ? anyOf : []) {
    const fault = findFault(work, choice, value, path)
    if (fault === null) return null
    first ??= fault
  }
  return first
}

function findPropertyFault(work: StepCount, schema: JsonSchema, value: Record<string, unknown>, path: string) {
  const missing = namesIn(work, schema.required).find((name) => !Object.hasOwn(value, name))
  if (missing !== undefined) return `${at(path)} must have ${show(JSON.stringify(missing))}`
  const properties = recordOf(schema.properties)
  // patternProperties would need regular expressions, so where they are used, additional properties are let be.
  const others = 'patternProperties' in schema ? true : schema.additionalProperties
  for (const [name, child] of Object.entries(value)) {
    const childSchema = Object.hasOwn(properties, name) ? properties[name] : others
    const fault = findFault(work, childSchema, child, `${path}/${name}`)
    if (fault) return fault
  }
  return null
}

function findItemFault(work: StepCount, schema: JsonSchema, value: unknown[], path: string): string | null {
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : []
  for (const [index, item] of value.entries()) {
    const fault = findFault(work, index < first.length ? first[index] : schema.items, item, `${path}/${index}`)
    if (fault) return fault
  }
  return null
}

const isOfType = (value: unknown, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function sampleOf(work: StepCount, schema: unknown): unknown {
  if (!isRecord(schema)) return ''
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  const choice: unknown = [schema.examples, schema.enum].find((list) => Array.isArray(list) && list.length > 0)
  if (Array.isArray(choice)) return choice[0]
  const type = typeof schema.type === 'string' ? schema.type : namesIn(work, schema.type)[0]
  if (type === 'object') return complete(work, schema, {})
  const [part] = type === undefined ? [...partsIn(schema.allOf), ...partsIn(schema.anyOf)] : []
  if (part) return sampleOf(work, part)
  return { array: [], number: 0, integer: 0, boolean: false, null: null }[type ?? ''] ?? (type === 'null' ? null : '')
}

const namesIn = (work: StepCount, value: unknown): string[] => {
  if (!Array.isArray(value)) return []
  spend(work, value.length)
  return value.filter((item): item is string => typeof item === 'string')
}

function textOf(work: StepCount, value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  spend(work, 1 + text.length / STEP_CHARACTERS)
  return text
}

const show = (text: string) => text.slice(0, 80)

const at = (path: string) => (path === '' ? 'the value' : path.slice(0, 120))
