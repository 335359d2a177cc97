import { isRecord } from './header-codec'
import type { JsonSchema } from './json-schema'

/** Keywords that `findSchemaViolation` judges, and those that describe a value. */
const kept = new Set([
  ...['type', 'enum', 'const', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'required'],
  ...['title', 'description', 'default', 'example', 'examples', 'format', 'deprecated', 'readOnly', 'writeOnly'],
  ...['style', 'explode'],
])
const nestedAt = new Set(['items', 'additionalProperties'])
const nestedList = new Set(['prefixItems', 'anyOf'])

/**
 * The part of a declared schema against which we can check a value with bounded work; it goes into the `bazaar`
 * extension, so that a catalog that compiles it agrees with us, and runs no regular expression of a seller. It accepts
 * everything that the whole schema accepts.
 */
export function checkableSchema(schema: JsonSchema): JsonSchema {
  const parts: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (kept.has(keyword)) parts.push([keyword, value])
    else if (keyword === 'properties' && isRecord(value)) parts.push([keyword, mapValues(value)])
    else if (nestedAt.has(keyword)) parts.push([keyword, checkable(value)])
    else if (nestedList.has(keyword) && Array.isArray(value)) parts.push([keyword, value.map(checkable)])
  }
  // Each choice keeps fewer limits than its seller wrote, so that several may fit.
  const all = [...listOf(schema.allOf), ...('oneOf' in schema ? [{ anyOf: listOf(schema.oneOf) }] : [])]
  if (all.length > 0) parts.push(['allOf', all.map(checkable)])
  return withoutLimits(Object.fromEntries(parts), schema)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const checkable = (part: unknown): unknown => (isRecord(part) ? checkableSchema(part) : part)

const mapValues = (properties: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, checkable(part)]))

/** Where patterns of names are left out, other names must be allowed. */
const withoutLimits = ({ additionalProperties, ...read }: JsonSchema, schema: JsonSchema): JsonSchema =>
  additionalProperties === undefined || 'patternProperties' in schema ? read : { ...read, additionalProperties }
