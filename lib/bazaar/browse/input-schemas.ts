import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import type { Entry } from '../entry/entry'

type Extensions = Entry['extensions']

/** JSON Schemas of an entry's input, by its parts; null where its seller declared none. */
export function inputSchemasOf(extensions: Extensions): Record<string, unknown> | null {
  return propertiesOf(declaredSchema(extensions).input)
}

export function outputSchemaOf(extensions: Extensions): Record<string, unknown> | null {
  const schema = propertiesOf(declaredSchema(extensions).output)?.example
  return propertiesOf(schema) && isRecord(schema) ? schema : null
}

function declaredSchema(extensions: Extensions): Record<string, unknown> {
  return propertiesOf(recordOf(extensions?.bazaar).schema) ?? {}
}

const propertiesOf = (schema: unknown): Record<string, unknown> | null =>
  isRecord(schema) && isRecord(schema.properties) ? schema.properties : null
