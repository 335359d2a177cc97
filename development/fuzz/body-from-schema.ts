import { oddJson, oddText } from './odd-values'
import type { Random } from './random'
import type { Schema } from './read-documents'

/** A value that roughly fits the schema, now and then with a part of another type. */
export function bodyFromSchema(random: Random, schema: Schema, depth = 0): unknown {
  if (depth > 6 || random.chance(0.04)) return oddJson(random)
  const alternatives = [schema.oneOf, schema.anyOf, schema.enum].find(Array.isArray)
  if (alternatives && alternatives.length > 0) {
    const one: unknown = random.pick(alternatives)
    return schema.enum ? one : bodyFromSchema(random, asSchema(one), depth + 1)
  }
  if ('const' in schema) return schema.const
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required : []
    const kept = Object.entries(asSchema(schema.properties)).filter(
      ([name]) => required.includes(name) || random.chance(0.5),
    )
    return Object.fromEntries(kept.map(([name, item]) => [name, bodyFromSchema(random, asSchema(item), depth + 1)]))
  }
  if (type === 'array') {
    return Array.from({ length: random.below(4) }, () => bodyFromSchema(random, asSchema(schema.items), depth + 1))
  }
  if (type === 'integer' || type === 'number') return random.below(1_000)
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'string') return random.chance(0.5) ? 'text' : oddText(random)
  return oddJson(random)
}

const asSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
