import type { Entry } from '@/lib/bazaar/entry/entry'

/** The sample in a declaration, from any of the places where sellers put it; null without one. */
export function exampleOf(declared: Record<string, unknown> | null): unknown {
  if (declared === null) return null
  const [found] = [declared.example, declared.examples].filter((value) => value !== undefined && value !== null)
  return found ?? null
}

const PARTS = ['queryParams', 'pathParams', 'headers', 'body']

/** An entry's input, each part by its schema where the seller gives one, since it says more than the sample. */
export function describedInput({
  input,
  inputSchemas,
}: Pick<Entry, 'input' | 'inputSchemas'>): Record<string, unknown> {
  const described = PARTS.flatMap((part) => {
    const schema = inputSchemas?.[part]
    return part in input && hasProperties(schema) ? [[part, schema] as const] : []
  })
  return { ...input, ...Object.fromEntries(described) }
}

const hasProperties = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  'properties' in schema &&
  typeof schema.properties === 'object' &&
  schema.properties !== null &&
  Object.keys(schema.properties).length > 0
