import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { routeMethod, sentence } from '@/lib/base/x402/answer-parts'
import { cutDeclaredSchema, partAt, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { findBazaarDeclarationProblem } from '@/lib/base/x402/find-bazaar-declaration-problem'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { parseRouteKey, type RouteKey, type RouteMethod } from '@/lib/base/x402/route-key'
import { RoutePatternError } from '@/lib/base/x402/route-pattern'
import { joinObject } from '@/lib/base/x402/tool-arguments'
import { operationAddress } from '../operation-address'
import { fitSchemas, loosenSchemas, type Schemas } from './fit-schemas'
import type { ApiDocument } from './parse-document'

/** An operation of a document, in the shape of a gateway's input. */
export const describedOperationShape = z.object({
  method: routeMethod,
  path: z.string(),
  title: z.string(),
  description: z.string(),
  query: z.array(z.string()),
  mimeType: z.string(),
  /** Its answer is a stream of events, passed on without buffering. */
  isStreaming: z.boolean(),
  discovery: z.object({
    inputSchema: z.record(z.unknown()).optional(),
    outputSchema: z.record(z.unknown()).optional(),
  }),
  problem: sentence.nullable().describe('Why it cannot be sold; null as a rule.'),
})
export type DescribedOperation = z.infer<typeof describedOperationShape>

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/** The operations of a document, in its order, and whether it has more than are read. */
export function readOperations(
  { paths, root }: ApiDocument,
  maximum: number,
): { operations: DescribedOperation[]; isCut: boolean } {
  const reading: SchemaReading = { root, left: MAXIMUM_PARTS }
  const operations: DescribedOperation[] = []
  for (const [path, item] of Object.entries(paths)) {
    const described = resolveObject(reading, item)
    if (!described) continue
    for (const [name, method] of Object.entries(methods)) {
      const operation = resolveObject(reading, described[name])
      if (!operation) continue
      if (operations.length === maximum) return { operations, isCut: true }
      const shared = Array.isArray(described.parameters) ? described.parameters : []
      operations.push(readOperation(reading, { path, method, operation, shared }))
    }
  }
  return { operations, isCut: false }
}

type Found = { path: string; method: RouteMethod; operation: Record<string, unknown>; shared: unknown[] }

function readOperation(reading: SchemaReading, { path, method, operation, shared }: Found): DescribedOperation {
  const own = Array.isArray(operation.parameters) ? operation.parameters : []
  const parameters = readParameters(reading, [...shared, ...own])
  const body = method === 'GET' || method === 'DELETE' ? null : readBody(reading, operation.requestBody)
  const answer = readAnswer(reading, operation.responses)
  const { key, problem } = findKey(method, path)
  const inputSchema = joinInput(parameters, body)
  const schemas = fitSchemas({
    ...(inputSchema && { inputSchema }),
    ...(answer.schema && { outputSchema: answer.schema }),
  })
  const title = plain(operation.summary, 120) || plain(operation.operationId, 120) || `${method} ${path}`.slice(0, 120)
  return {
    method,
    path: path.slice(0, 300),
    title,
    description: plain(operation.description, 1000),
    // With a shortened list, the other parameters would be ignored; without a list all of them count.
    query: parameters.length > 10 ? [] : parameters.map(({ name }) => name),
    mimeType: answer.mimeType,
    isStreaming: answer.mimeType === 'text/event-stream',
    discovery: key ? keepDeclarable(schemas, key) : {},
    problem,
  }
}

/** The shortest address that a gateway can have; longer ones are checked when the gateway is saved. */
const SHORTEST_PREFIX = '/x/ab/a'

/** The key of the route that would sell the operation, or why there can be none. */
function findKey(
  method: RouteMethod,
  path: string,
): { key: RouteKey; problem: null } | { key: null; problem: Sentence } {
  if (path.length > 300) return { key: null, problem: say('pathTooLong') }
  const address = /^\/[^?#%\\\s]*$/.test(path) ? operationAddress(SHORTEST_PREFIX, path) : null
  const problem = say('operationPathOdd')
  if (!address) return { key: null, problem }
  try {
    return { key: parseRouteKey(`${method} ${address.path}`), problem: null }
  } catch (error) {
    if (error instanceof RoutePatternError) return { key: null, problem: error.sentence }
    throw error
  }
}

/** Reduces the schemas to those that the bazaar accepts: limits or enums may keep our sample from fitting. */
function keepDeclarable(schemas: Schemas, key: RouteKey): Schemas {
  const loose = loosenSchemas(schemas)
  const { outputSchema } = loose
  const tries = [schemas, loose, { ...(outputSchema && { outputSchema }) }]
  return tries.find((one) => findBazaarDeclarationProblem({ discoverable: true, ...one }, key) === null) ?? {}
}

type Parameter = { name: string; schema: Record<string, unknown>; isRequired: boolean }

/** Query parameters; those of the operation override those of its path. */
function readParameters(reading: SchemaReading, listed: unknown[]): Parameter[] {
  const found = new Map<string, Parameter>()
  for (const one of listed.slice(0, 100)) {
    const parameter = resolveObject(reading, one)
    if (parameter?.in !== 'query' || typeof parameter.name !== 'string') continue
    const { name, required, description, example } = parameter
    if (!/^[\w.~-]{1,64}$/.test(name) || name === '__proto__') continue
    const schema = {
      type: 'string',
      ...cutDeclaredSchema(reading, parameter.schema),
      ...(typeof description === 'string' && { description: description.slice(0, 300) }),
      ...(example !== undefined && !isRecord(example) && { example }),
    }
    found.set(name, { name, schema, isRequired: required === true })
  }
  return [...found.values()]
}

function readBody(reading: SchemaReading, value: unknown): Record<string, unknown> | null {
  const json = mediaOf(resolveObject(reading, value), ['application/json', 'application/x-www-form-urlencoded'])
  const schema = json && cutDeclaredSchema(reading, json.media.schema)
  if (!schema) return null
  const { properties, required } = joinObject(schema)
  const hasProperties = isRecord(schema.properties) || Object.keys(properties).length > 0
  return hasProperties ? { properties, ...(required.length > 0 && { required }) } : null
}

/** The first successful answer. */
function readAnswer(
  reading: SchemaReading,
  value: unknown,
): { mimeType: string; schema: Record<string, unknown> | null } {
  const responses = recordOf(value)
  const status = Object.keys(responses).find((code) => /^2(\d\d|XX)$/.test(code)) ?? 'default'
  const found = mediaOf(resolveObject(reading, responses[status]), ['application/json'])
  if (!found) return { mimeType: 'application/json', schema: null }
  const isJson = /\bjson\b/.test(found.type)
  return { mimeType: found.type, schema: isJson ? cutDeclaredSchema(reading, found.media.schema) : null }
}

/** The first wanted media type, else the first one listed. */
function mediaOf(holder: Record<string, unknown> | null, wanted: string[]) {
  const content = recordOf(holder?.content)
  const types = Object.keys(content).filter((type) => /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(type))
  const type = wanted.find((one) => types.includes(one)) ?? types[0]
  return type === undefined ? null : { type, media: recordOf(content[type]) }
}

/** Joins the query, as a map of names, with the properties of the body. */
function joinInput(parameters: Parameter[], body: Record<string, unknown> | null): Record<string, unknown> | null {
  const queryParams = Object.fromEntries(
    parameters.map(({ name, schema, isRequired }) => [name, { ...schema, ...(isRequired && { required: true }) }]),
  )
  const hasQuery = parameters.length > 0
  const { properties, required } = body ?? {}
  if (!hasQuery && !body) return null
  return {
    ...(hasQuery && { queryParams }),
    ...(body && { properties, ...(Array.isArray(required) && { required }) }),
  }
}

const plain = (value: unknown, maximum: number): string =>
  typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim().slice(0, maximum) : ''

/** Parts that are read of one document: enough for a thousand ordinary operations. */
const MAXIMUM_PARTS = 100_000
const MAXIMUM_REFERENCES = 16

/** The object that a part of the document is or refers to, within the document; null for anything else. */
function resolveObject({ root }: SchemaReading, value: unknown): Record<string, unknown> | null {
  let at = value
  for (let hops = 0; hops < MAXIMUM_REFERENCES; hops += 1) {
    if (!isRecord(at)) return null
    if (typeof at.$ref !== 'string') return at
    at = partAt(root, at.$ref)
  }
  return null
}
