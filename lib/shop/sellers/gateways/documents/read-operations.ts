import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { cleanText } from '@/lib/base/x402/clean-text'
import { cutDeclaredSchema, type SchemaReading } from '@/lib/base/x402/declared-schema'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { findBazaarDeclarationProblem } from '@/lib/base/x402/parse-bazaar-extension'
import { parseRouteKey, type RouteKey, type RouteMethod, RoutePatternError } from '@/lib/base/x402/route-pattern'
import { sentence } from '@/lib/base/x402/views'
import { JSON_TYPE } from '@/lib/base/x402/write-request'
import { operationAddress, operationDiscovery } from '../gateway-input'
import { operationShape } from '../gateways'
import {
  type ApiDocument,
  type DocumentServers,
  type Losses,
  lose,
  mediaOf,
  readServers,
  resolveObject,
} from './parse-document'
import { readBody, readParameters } from './read-body'

const described = {
  title: true,
  method: true,
  path: true,
  description: true,
  mimeType: true,
  isStreaming: true,
} as const

export const describedOperationShape = operationShape.pick(described).extend({
  query: z.array(z.string()).describe('Empty: all parameters of the query name what is sold.'),
  discovery: operationDiscovery.pick({ inputSchema: true, outputSchema: true }),
  problem: sentence.nullable().describe('Why it cannot be sold; null as a rule.'),
  unread: z.array(sentence).describe('What of it was not read; empty as a rule.'),
  isCallable: z
    .boolean()
    .describe(
      'False where no call can be right without what was not read, or its address is another one: do not sell it as it is.',
    ),
})
export type DescribedOperation = z.infer<typeof describedOperationShape>

type ReadOperations = {
  operations: DescribedOperation[]
  isCut: boolean
  serverUrl: string | null
  /** Parts of the document as a whole that were not read. */
  unread: Sentence[]
}

const methods = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const
const otherMethods = ['options', 'trace', 'query']

/** The operations of a document, in its order. Yields between them, for whoever runs it to let others work. */
export function* readOperations(
  { paths, root }: ApiDocument,
  { maximum, url }: { maximum: number; url: string | null },
): Generator<void, ReadOperations> {
  yield
  const reading: SchemaReading = { root, left: MAXIMUM_PARTS, missed: 0, resolved: new Map() }
  const { found, unread } = findOperations(reading, paths)
  const wanted = found.slice(0, maximum)
  const own = wanted.map((one) => one.servers)
  const servers = readServers(root, url, own)
  const keys = readKeys(reading)
  const operations: DescribedOperation[] = []
  for (const one of wanted) {
    yield
    operations.push(readOperation(reading, one, { servers, keys }))
  }
  if (servers.path !== null) unread.push(say('unread.host', { path: servers.path }))
  if (found.length > maximum) unread.push(say('unread.more', { maximum, count: found.length - maximum }))
  if (keys.names.length > 0) unread.push(say('unread.credentials', { names: keys.names.join(', ') }))
  return { operations, isCut: found.length > maximum, serverUrl: servers.url, unread }
}

type DocumentOperation = {
  path: string
  method: RouteMethod
  operation: Record<string, unknown>
  shared: unknown[]
  servers: unknown[]
}

function findOperations(reading: SchemaReading, paths: Record<string, unknown>) {
  const found: DocumentOperation[] = []
  const missed = { paths: 0, methods: 0, calls: Object.keys(recordOf(reading.root.webhooks)).length }
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue
    const described = resolveObject(reading, item)
    if (!described) {
      missed.paths += 1
      continue
    }
    missed.methods += otherMethods.filter((name) => name in described).length
    missed.methods += Object.keys(recordOf(described.additionalOperations)).length
    for (const [name, method] of Object.entries(methods)) {
      const operation = resolveObject(reading, described[name])
      if (!operation) continue
      missed.calls += Object.keys(recordOf(operation.callbacks)).length
      const shared = Array.isArray(described.parameters) ? described.parameters : []
      found.push({ path, method, operation, shared, servers: [operation.servers, described.servers] })
    }
  }
  const kinds = (['paths', 'methods', 'calls'] as const).filter((kind) => missed[kind] > 0)
  return { found, unread: kinds.map((kind) => say(`unread.${kind}`, { count: missed[kind] })) }
}

function readOperation(
  reading: SchemaReading,
  { path, method, operation, shared, servers: own }: DocumentOperation,
  { servers, keys }: { servers: DocumentServers; keys: Keys },
): DescribedOperation {
  const others = Math.max(0, reading.left - OPERATION_PARTS)
  reading.left -= others
  const losses: Losses = { unread: [], isCallable: true }
  servers.checkHost(own, losses)
  keys.check(operation, losses)
  const missedBefore = reading.missed
  const listed = Array.isArray(operation.parameters) ? operation.parameters : []
  const parameters = readParameters(reading, [...shared, ...listed], losses)
  const body = readBody(reading, { method, value: operation.requestBody }, losses)
  const answer = readAnswer(reading, operation.responses)
  reading.left = Math.max(0, reading.left) + others
  const { key, problem } = findKey(method, path)
  const missed = reading.missed - missedBefore
  if (missed > 0) lose(losses, say('unread.schemas', { count: missed }), false)
  const isDescribed = Object.keys(parameters).length > 0 || body !== null
  const schemas: Schemas = {
    ...(isDescribed && { inputSchema: { ...parameters, ...body } }),
    ...(answer.schema && { outputSchema: answer.schema }),
  }
  const fitted = key ? fitSchemas(schemas, key) : {}
  if (key && fitted !== schemas) {
    const isShort = fitted.inputSchema !== undefined || !isDescribed
    lose(losses, isShort ? say('unread.shortened') : say('unread.input'), !isShort)
  }
  const title = plain(operation.summary, 120) || plain(operation.operationId, 120) || `${method} ${path}`.slice(0, 120)
  return {
    method,
    path: path.slice(0, 300),
    title,
    description: plain(operation.description, 1000),
    // A list would leave out parameters that the service may read all the same: one purchase would open them all.
    query: [],
    mimeType: answer.mimeType,
    isStreaming: answer.mimeType === 'text/event-stream',
    discovery: fitted,
    problem,
    ...losses,
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

function readAnswer(
  reading: SchemaReading,
  value: unknown,
): { mimeType: string; schema: Record<string, unknown> | null } {
  const responses = recordOf(value)
  const status = Object.keys(responses).find((code) => /^2(\d\d|XX)$/i.test(code)) ?? 'default'
  const found = mediaOf(resolveObject(reading, responses[status]), [(type) => type === JSON_TYPE])
  if (!found || found.type.includes('*')) return { mimeType: JSON_TYPE, schema: null }
  const isJson = /\bjson\b/.test(found.type)
  return { mimeType: found.type, schema: isJson ? cutDeclaredSchema(reading, found.media.schema) : null }
}

const plain = (value: unknown, maximum: number): string =>
  typeof value === 'string' ? cleanText(value.replaceAll(/\s+/g, ' ').trim().slice(0, maximum)) : ''

/** Parts that are read of one document: enough for a thousand ordinary operations. */
const MAXIMUM_PARTS = 100_000
/** For one operation: of an answer that is larger, a 402 has no room for more than its beginning. */
const OPERATION_PARTS = 2_000

type SecurityScheme = Record<string, unknown>

type Keys = ReturnType<typeof readKeys>

/** Reads what a service asks of callers. */
function readKeys(reading: SchemaReading) {
  const { components, security: shared } = reading.root
  const schemes = new Map(
    Object.entries(recordOf(recordOf(components).securitySchemes)).map(([name, scheme]): [string, SecurityScheme] => [
      name,
      resolveObject(reading, scheme) ?? {},
    ]),
  )
  return {
    /** Headers in which the service wants credentials; its seller has them added to each request. */
    names: namesOf([...schemes.values()]),
    /** Notes a key in the address or a cookie, where that is the only way in: a gateway adds headers only. */
    check: ({ security }: Record<string, unknown>, losses: Losses) => {
      for (const { name } of findUnsendable(schemes, Array.isArray(security) ? security : shared))
        lose(losses, say('unread.key', { name: String(name).slice(0, 64) }), true)
    },
  }
}

function namesOf(schemes: SecurityScheme[]): string[] {
  const names = schemes.flatMap(({ type, in: place, name }) => {
    if (type === 'apiKey') return place === 'header' && typeof name === 'string' ? [name.slice(0, 64)] : []
    return type === 'http' || type === 'oauth2' || type === 'openIdConnect' ? ['Authorization'] : []
  })
  return [...new Set(names)].slice(0, 5)
}

/** Every operation may share one long list, which is looked at for each. */
const MAXIMUM_WAYS = 50

/** The keys of the first way in that a gateway cannot send; none where there is another way. */
function findUnsendable(schemes: ReadonlyMap<string, SecurityScheme>, asked: unknown): SecurityScheme[] {
  if (!Array.isArray(asked)) return []
  const ways = asked.slice(0, MAXIMUM_WAYS).map((way) =>
    Object.keys(recordOf(way))
      .slice(0, MAXIMUM_WAYS)
      .flatMap((name) => {
        const scheme = schemes.get(name) ?? {}
        return scheme.type === 'apiKey' && scheme.in !== 'header' ? [scheme] : []
      }),
  )
  return ways.some((keys) => keys.length === 0) ? [] : (ways[0] ?? [])
}

type Schemas = { inputSchema?: Record<string, unknown>; outputSchema?: Record<string, unknown> }

/** A 402 travels in a header: schemas that are larger than this together are shortened step by step. */
const MAXIMUM_CHARACTERS = 3_500

/** Depths of an input and its answer, in the order in which they are tried; without an answer at none. */
const DEPTHS = [
  [12, 12],
  [12, 2],
  [4, 0],
  [2, 0],
] as const

/**
 * Shortens the schemas until they fit into a 402: first long texts go, then depth, then the answer, then what need not
 * be given. Leaves out limits for which the bazaar would not take our sample, and else all that it does not take.
 */
function fitSchemas(schemas: Schemas, key: RouteKey): Schemas {
  const needed = schemas.inputSchema ? { inputSchema: onlyNeeded(schemas.inputSchema) } : {}
  const steps = [
    () => schemas,
    ...DEPTHS.map((depths) => () => pruneBoth(schemas, depths, words)),
    () => pruneBoth(needed, [2, 0], words),
  ]
  for (const step of steps) {
    const fitted = step()
    if (JSON.stringify(fitted).length > MAXIMUM_CHARACTERS) continue
    if (isDeclarable(fitted, key)) return fitted
    const loose = pruneBoth(fitted, [12, 12], bounds)
    const { inputSchema: _input, ...output } = loose
    return [loose, output].find((one) => isDeclarable(one, key)) ?? {}
  }
  return {}
}

const isDeclarable = (schemas: Schemas, key: RouteKey): boolean =>
  findBazaarDeclarationProblem({ discoverable: true, ...schemas }, key) === null

/** An input without the values that may be left out, which stay allowed. */
function onlyNeeded(schema: Record<string, unknown>): Record<string, unknown> {
  const names = Array.isArray(schema.required) ? schema.required : []
  const isNeeded = (key: string, name: string, part: unknown) =>
    key === 'properties' ? names.includes(name) : recordOf(part).required === true
  const kept = Object.entries(schema).map(([key, value]) => {
    if (key !== 'properties' && !MAPS.includes(key)) return [key, value]
    return [
      key,
      Object.fromEntries(Object.entries(recordOf(value)).filter(([name, part]) => isNeeded(key, name, part))),
    ]
  })
  return Object.fromEntries(kept)
}

const MAPS = ['pathParams', 'queryParams', 'headers']

const pruneBoth = (
  { inputSchema, outputSchema }: Schemas,
  [input, output]: readonly [number, number],
  without: ReadonlySet<string>,
): Schemas => ({
  ...(inputSchema && { inputSchema: prune(inputSchema, { depth: input, without }) }),
  ...(outputSchema && output > 0 && { outputSchema: prune(outputSchema, { depth: output, without }) }),
})

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
