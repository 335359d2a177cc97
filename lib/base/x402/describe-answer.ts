import { type DiscoveryDeclaration, readOutputSchema } from './bazaar-declaration'
import type { JsonSchema } from './json-schema'
import { JSON_TYPE } from './write-request'

/** `schema` says nothing where nothing is known; `example` is left out where there is none. */
export type AnswerDescription = { mimeType: string; schema: JsonSchema; example?: unknown }

/**
 * The answer of a route or tool, for every document that describes it: its declared schema, else the one that its media
 * type tells. Fails with `BazaarDeclarationError` for a schema that our documents cannot hold.
 */
export function describeAnswer(
  { outputSchema, output }: Pick<DiscoveryDeclaration, 'outputSchema' | 'output'>,
  mimeType: string = JSON_TYPE,
): AnswerDescription {
  const declared = readOutputSchema(outputSchema)
  const schema = declared && ('properties' in declared ? { type: 'object', ...declared } : declared)
  const example = output?.example === undefined ? {} : { example: output.example }
  return { mimeType, schema: schema ?? schemaOfType(mimeType), ...example }
}

function schemaOfType(mimeType: string): JsonSchema {
  if (isJsonType(mimeType)) return {}
  return isTextType(mimeType) ? { type: 'string' } : { type: 'string', format: 'binary' }
}

export const isJsonType = (mimeType: string): boolean => /^application\/(.+\+)?json\b/.test(mimeType)

export const isTextType = (mimeType: string): boolean => /^text\/|\bxml\b/.test(mimeType)
