import { isRecord, recordOf } from '@/lib/base/x402/header-codec'

export type Schemas = { inputSchema?: Record<string, unknown>; outputSchema?: Record<string, unknown> }

/** A 402 travels in a header: schemas that are larger than this together are shortened step by step. */
const MAXIMUM_CHARACTERS = 3_500

/** The part that was given up: nothing, words and inner parts, or all that says what the operation takes. */
export type Fit = { schemas: Schemas; lost: 'nothing' | 'parts' | 'input' }

/**
 * Shortens the schemas until they fit into a 402: first long texts go, then depth, then the answer, then what need not
 * be given.
 */
export function fitSchemas(schemas: Schemas): Fit {
  const steps: ((schemas: Schemas) => Schemas)[] = [
    (all) => all,
    (all) => mapSchemas(all, (schema) => prune(schema, { depth: 12, without: words })),
    ({ inputSchema, outputSchema }) => ({
      ...(inputSchema && { inputSchema: prune(inputSchema, { depth: 12, without: words }) }),
      ...(outputSchema && { outputSchema: prune(outputSchema, { depth: 2, without: words }) }),
    }),
    ({ inputSchema }) => (inputSchema ? { inputSchema: prune(inputSchema, { depth: 4, without: words }) } : {}),
    ({ inputSchema }) => (inputSchema ? { inputSchema: prune(inputSchema, { depth: 2, without: words }) } : {}),
    ({ inputSchema }) =>
      inputSchema ? { inputSchema: prune(onlyNeeded(inputSchema), { depth: 2, without: words }) } : {},
  ]
  for (const [at, step] of steps.entries()) {
    const fitted = step(schemas)
    if (JSON.stringify(fitted).length <= MAXIMUM_CHARACTERS)
      return { schemas: fitted, lost: at === 0 ? 'nothing' : 'parts' }
  }
  return { schemas: {}, lost: schemas.inputSchema ? 'input' : 'parts' }
}

/** An input without the values that may be left out, which stay allowed. */
function onlyNeeded({ properties, required, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const names = Array.isArray(required) ? required : []
  const maps = MAPS.flatMap((name): [string, unknown][] => {
    const kept = Object.entries(recordOf(schema[name])).filter(([, part]) => recordOf(part).required === true)
    return name in schema ? [[name, Object.fromEntries(kept)]] : []
  })
  return {
    ...schema,
    ...Object.fromEntries(maps),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
      ...(names.length > 0 && { required: names }),
    }),
  }
}

const MAPS = ['pathParams', 'queryParams', 'headers']

const mapSchemas = (
  { inputSchema, outputSchema }: Schemas,
  map: (schema: Record<string, unknown>) => Record<string, unknown>,
): Schemas => ({
  ...(inputSchema && { inputSchema: map(inputSchema) }),
  ...(outputSchema && { outputSchema: map(outputSchema) }),
})

export const loosenSchemas = (schemas: Schemas): Schemas =>
  mapSchemas(schemas, (schema) => prune(schema, { depth: 12, without: bounds }))

type Pruning = { depth: number; without: ReadonlySet<string> }

const words: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples', 'default'])
const bounds: ReadonlySet<string> = new Set([
  ...['example', 'examples', 'default', 'enum', 'const', 'format', 'allOf', 'anyOf', 'oneOf', 'not'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'pattern', 'uniqueItems', 'if', 'then', 'else'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
])

/** Cuts a schema at a depth. Names of properties are never mistaken for keywords. */
function prune(schema: Record<string, unknown>, { depth, without }: Pruning): Record<string, unknown> {
  const nested = (part: unknown) => (isRecord(part) ? prune(part, { depth: depth - 1, without }) : part)
  const parts: [string, unknown][] = []
  for (const [key, part] of Object.entries(schema)) {
    if (without.has(key)) continue
    if (key === 'properties' || MAPS.includes(key)) {
      if (depth > 0 && isRecord(part))
        parts.push([key, Object.fromEntries(Object.entries(part).map(([name, one]) => [name, nested(one)]))])
    } else if (Array.isArray(part) && part.some(isRecord)) {
      if (depth > 0) parts.push([key, part.map(nested)])
    } else if (!isRecord(part)) parts.push([key, part])
    else if (depth > 0) parts.push([key, nested(part)])
  }
  return Object.fromEntries(parts)
}
