import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import type { Entry } from '../entry/entry'

/** The JSON Schemas of what an entry takes, by the parts of its input; null where its seller declared none. */
export function inputSchemasOf(entry: Pick<Entry, 'extensions'>): Record<string, unknown> | null {
  return propertiesOf(declaredSchema(entry).input)
}

/** The JSON Schema of what an entry gives; null where its seller declared none. */
export function outputSchemaOf(entry: Pick<Entry, 'extensions'>): Record<string, unknown> | null {
  const schema = propertiesOf(declaredSchema(entry).output)?.example
  return propertiesOf(schema) && isRecord(schema) ? schema : null
}

function declaredSchema({ extensions }: Pick<Entry, 'extensions'>): Record<string, unknown> {
  return propertiesOf(recordOf(extensions?.bazaar).schema) ?? {}
}

const propertiesOf = (schema: unknown): Record<string, unknown> | null =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : null
