import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import type { Entry } from '../entry/entry'

/** JSON Schemas of an entry's input, by its parts; null where its seller declared none. */
export function inputSchemasOf(entry: Pick<Entry, 'extensions'>): Record<string, unknown> | null {
  return propertiesOf(declaredSchema(entry).input)
}

export function outputSchemaOf(entry: Pick<Entry, 'extensions'>): Record<string, unknown> | null {
  const schema = propertiesOf(declaredSchema(entry).output)?.example
  return propertiesOf(schema) && isRecord(schema) ? schema : null
}

function declaredSchema({ extensions }: Pick<Entry, 'extensions'>): Record<string, unknown> {
  return propertiesOf(recordOf(extensions?.bazaar).schema) ?? {}
}

const propertiesOf = (schema: unknown): Record<string, unknown> | null =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : null
