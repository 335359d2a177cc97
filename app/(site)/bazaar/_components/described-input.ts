import type { Listing } from '@/lib/bazaar/browse/listing'

const PARTS = ['queryParams', 'pathParams', 'headers', 'body']

/** An entry's input, each part by its schema where the seller gives one, since it says more than the sample. */
export function describedInput({
  input,
  inputSchemas,
}: Pick<Listing, 'input' | 'inputSchemas'>): Record<string, unknown> {
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
