import { z } from 'zod'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { isUnsendableHeader } from './declared-input'
import { readDeclaredSchema } from './declared-schema'
import { isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'
import { recordSchema } from './wire-schemas'
import { JSON_TYPE } from './write-request'

/**
 * A seller's `bazaar` declaration. `inputSchema` has one of two forms: a `queryParams` map of name to
 * `{ type, description, required }`, or JSON Schema `properties` with a list of `required` names.
 * Source: service spec 2.5.
 */
export type DiscoveryDeclaration = z.infer<typeof declarationSchema>

export class BazaarDeclarationError extends Error {
  readonly sentence: Sentence

  constructor(
    words: Sentence | string,
    /** The part of `discovery` that is wrong; null for the declaration as a whole. */
    readonly field: string | null = null,
  ) {
    const sentence = typeof words === 'string' ? say('plain', { text: words }) : words
    super(inEnglish(sentence))
    this.name = 'BazaarDeclarationError'
    this.sentence = sentence
  }
}

/** Parses a declaration from a route configuration or the database. Fails with `BazaarDeclarationError`. */
export function parseDiscoveryDeclaration(value: unknown): DiscoveryDeclaration {
  const result = declarationSchema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new BazaarDeclarationError(`bazaar.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not as expected'}`)
}

export function isToolDeclaration(declaration: DiscoveryDeclaration): boolean {
  return declaration.type === 'mcp' || declaration.toolName !== undefined
}

/**
 * Reads either form of `inputSchema` as JSON Schemas, each null where it describes no such part; the two may also stand side by side, for a body and a query. Maps as that of the
 * query also describe the path (`pathParams`) and `headers`. All come in a form that our documents may hold.
 * Fails with `BazaarDeclarationError`.
 */
export function readInputSchema(
  inputSchema: Record<string, unknown> | undefined,
  change = (schema: JsonSchema): JsonSchema => schema,
) {
  const { pathParams, queryParams, headers, contentMediaType, ...object } = inputSchema ?? {}
  const read = (schema: JsonSchema) => change(declaredSchema('inputSchema', schema, inputSchema ?? {}))
  const maps = [pathParams, queryParams, headers].map((map) => (isRecord(map) ? read(schemaOfMap(map)) : null))
  const [pathMap = null, queryMap = null, headerMap = null] = maps
  const isMapped = Object.keys(object).length === 0 && maps.some((map) => map !== null)
  return {
    pathMap,
    queryMap,
    headerMap,
    /** The schema of the body, or of a query that no map describes; of type `object` unless it says otherwise. */
    object: !inputSchema || isMapped ? null : ({ type: 'object', ...read(object) } as JsonSchema),
    /** How the body is written: its schema's `contentMediaType`, JSON as a rule. */
    bodyMimeType:
      typeof contentMediaType === 'string' && MEDIA_TYPE.test(contentMediaType) ? contentMediaType : JSON_TYPE,
  }
}

const MEDIA_TYPE = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/

/** The headers that a declaration asks callers for, in lower case, but those that are never sent. */
export const declaredHeaders = (inputSchema: Record<string, unknown> | undefined): string[] =>
  Object.keys(recordOf(inputSchema?.headers))
    .filter((name) => !isUnsendableHeader(name))
    .map((name) => name.toLowerCase())

export function readOutputSchema(outputSchema: Record<string, unknown> | undefined): JsonSchema | undefined {
  return outputSchema && declaredSchema('outputSchema', outputSchema, outputSchema)
}

function declaredSchema(field: string, schema: JsonSchema, root: JsonSchema): JsonSchema {
  const read = readDeclaredSchema(schema, root)
  if (read.ok) return read.schema
  throw new BazaarDeclarationError(read.fault, field)
}

const declarationSchema = z
  .object({
    discoverable: z.boolean().optional(),
    type: z.enum(['http', 'mcp']).optional(),
    input: recordSchema.optional(),
    inputSchema: recordSchema.optional(),
    outputSchema: recordSchema.optional(),
    output: z.object({ example: z.unknown() }).optional(),
    bodyType: z.enum(['json', 'form-data', 'text']).optional(),
    toolName: z.string().min(1).max(128).optional(),
    description: z.string().max(2048).optional(),
    transport: z.enum(['streamable-http', 'sse']).optional(),
    example: recordSchema.optional(),
  })
  .refine((declared) => declared.type !== 'mcp' || declared.toolName !== undefined, {
    path: ['toolName'],
    message: 'An MCP tool needs its name.',
  })

function schemaOfMap(parameters: Record<string, unknown>): JsonSchema {
  const entries = Object.entries(parameters).map(([name, parameter]) => {
    const { required: _required, ...schema } = recordOf(parameter)
    return [name, schema] as const
  })
  const required = Object.entries(parameters).flatMap(([name, parameter]) =>
    isRecord(parameter) && parameter.required === true ? [name] : [],
  )
  return { type: 'object', properties: Object.fromEntries(entries), ...(required.length > 0 && { required }) }
}

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
