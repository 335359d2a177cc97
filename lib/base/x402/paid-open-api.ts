import { BazaarDeclarationError, describeAnswer, readInputSchema } from './bazaar-declaration'
import { isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'
import { isPrefixPattern, isQueryMethod, parseRouteKey, type RoutePattern } from './route-pattern'
import { joinObject, type PlainObject } from './tool-arguments'
import { bodyTypeOf } from './write-request'

export type DescribedRoute = {
  routeKey: string
  title: string
  description: string
  mimeType: string | undefined
  isAlsoMarkdown?: boolean
  /** With the dollar sign: the price, or a metered route's maximum. */
  dollars: string
  /** The price of the cheapest way to pay, where there are several. */
  leastDollars?: string | undefined
  isMetered: boolean
  query: readonly string[]
  inputSchema: Record<string, unknown> | undefined
  outputSchema: Record<string, unknown> | undefined
  output?: { example?: unknown } | undefined
}

type DescribedSite = { title: string; origin: string; contact?: string | undefined }

/**
 * OpenAPI 3.1 of paid routes. Prices stand in `x-payment-info`, which directories such as x402scan read: a price in
 * dollars, and the protocols that it is paid by.
 */
export function describePaidRoutes(site: DescribedSite, routes: readonly DescribedRoute[]): Record<string, unknown> {
  const paths: Record<string, Record<string, Record<string, unknown>>> = {}
  const templates = new Map<string, string>()
  for (const route of routes) {
    const { method, pattern } = parseRouteKey(route.routeKey)
    // A pattern that covers everything below a path has no template.
    if (isPrefixPattern(pattern)) continue
    // Two templates that differ in names only are one path to its readers.
    const shape = templateOf(pattern).replaceAll(/\{[^}]*\}/g, '{}')
    const template = templates.get(shape) ?? templateOf(pattern)
    templates.set(shape, template)
    const operation = describeRoute(route, namesIn(template))
    if (operation) (paths[template] ??= {})[method.toLowerCase()] = operation
  }
  return {
    openapi: '3.1.0',
    info: {
      title: site.title,
      version: '1',
      contact: contactOf(site),
      'x-guidance':
        'Ask; a 402 says in PAYMENT-REQUIRED what to sign. Ask again with PAYMENT-SIGNATURE. x402, version 2.',
    },
    servers: [{ url: site.origin }],
    ...nameOperations(paths, shopOf),
    security,
    components: { securitySchemes },
  }
}

/** Goods of one shop stand together; the site's own under its name for them. */
const shopOf = (path: string): string => /^\/x\/([^/]+)\//.exec(path)?.[1] ?? 'site'

const contactOf = ({ title, origin, contact = origin }: DescribedSite) =>
  contact.startsWith('mailto:')
    ? { name: title, email: contact.slice('mailto:'.length) }
    : { name: title, url: contact }

/**
 * A signed payment lets a request in, and a sign-in where it opens again. Neither is a scheme of OpenAPI's: as an
 * `apiKey`, directories would take paid routes for such as need a key of the seller first. Nothing is required, then.
 */
const security = [{}, { siwx: [] }]
const securitySchemes = {
  siwx: { type: 'http', scheme: 'SIGN-IN-WITH-X', description: 'The signed challenge of a 402, in that header.' },
}

const templateOf = ({ segments }: RoutePattern): string =>
  `/${segments.map((segment) => (segment.kind === 'literal' ? segment.text : `{${segment.name}}`)).join('/')}`

const namesIn = (template: string): string[] => [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

/** Null where the declaration would break the whole document. */
function readDeclared({ mimeType, inputSchema, ...declared }: DescribedRoute) {
  try {
    return { ...readInputSchema(inputSchema), answer: describeAnswer(declared, mimeType) }
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return null
    throw error
  }
}

/** @param inPath the names of its path's parameters */
function describeRoute(route: DescribedRoute, inPath: string[]): Record<string, unknown> | null {
  const { routeKey, title, description, query } = route
  const { method } = parseRouteKey(routeKey)
  const declared = readDeclared(route)
  if (!declared) return null
  const { pathMap, queryMap, headerMap, object, bodyMimeType, answer } = declared
  const isQuery = isQueryMethod(method)
  const { mimeType, ...content } = answer
  const body = isQuery ? null : object
  const asked = joinObject(queryMap ?? (isQuery ? object : null) ?? {})
  const inHeader = joinObject(headerMap ?? {})
  const names = [...new Set([...query, ...Object.keys(asked.properties)])].filter((name) => !inPath.includes(name))
  const parameters = [
    ...inPath.map((name) => parameter('path', name, joinObject({ ...pathMap, required: inPath }))),
    ...names.map((name) => parameter('query', name, asked)),
    ...Object.keys(recordOf(headerMap?.properties)).map((name) => parameter('header', name, inHeader)),
  ]
  return {
    summary: title,
    ...(description === '' ? {} : { description }),
    'x-payment-info': paymentInfo(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { content: { [bodyMimeType]: describeBody(body, bodyMimeType) } } }),
    responses: {
      '200': {
        description: 'What was paid for',
        content: { [mimeType]: content, ...(route.isAlsoMarkdown && { 'text/markdown': content }) },
      },
      '402': { description: 'Payment required: see PAYMENT-REQUIRED' },
    },
  }
}

/** How a value is written stands beside its schema here, not in it. */
function parameter(place: string, name: string, { properties, required }: PlainObject) {
  const { plain, writing } = splitStyle(Object.hasOwn(properties, name) ? properties[name] : undefined)
  return { name, in: place, required: required.includes(name), ...writing, schema: typed(plain) }
}

function splitStyle(schema: unknown): { plain: JsonSchema; writing: object } {
  const { style, explode, ...plain } = recordOf(schema)
  return { plain, writing: { ...(style !== undefined && { style }), ...(explode !== undefined && { explode }) } }
}

function describeBody(schema: JsonSchema, mimeType: string): Record<string, unknown> {
  if (bodyTypeOf(mimeType) !== 'form-data') return { schema }
  const parts = Object.entries(recordOf(schema.properties)).map(([name, part]) => ({ name, ...splitStyle(part) }))
  const encoded = parts.filter(({ writing }) => Object.keys(writing).length > 0)
  return {
    schema: { ...schema, properties: Object.fromEntries(parts.map(({ name, plain }) => [name, plain])) },
    ...(encoded.length > 0 && {
      encoding: Object.fromEntries(encoded.map(({ name, writing }) => [name, writing])),
    }),
  }
}

const typed = (schema: unknown): unknown =>
  isRecord(schema) && ['type', 'enum', 'const', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in schema)
    ? schema
    : { type: 'string', ...recordOf(schema) }

type Priced = Pick<DescribedRoute, 'dollars' | 'leastDollars' | 'isMetered'>

function paymentInfo({ dollars, leastDollars = dollars, isMetered }: Priced): Record<string, unknown> {
  const amount = dollars.replace(/^\$/, '')
  const least = isMetered ? '0' : leastDollars.replace(/^\$/, '')
  const price =
    least !== amount
      ? { mode: 'dynamic', currency: 'USD', min: least, max: amount }
      : { mode: 'fixed', currency: 'USD', amount }
  return { price, protocols: [{ x402: {} }] }
}

type OperationNames = { operationId?: string; tags?: readonly string[] }
type Paths<Of> = Record<string, Partial<Record<string, Of>>>

/**
 * Operations of an OpenAPI document, each with an id of its own and a tag: programs that make clients or tools of a
 * document name their functions by the one and group them by the other. An id says method and path.
 */
export function nameOperations<Of extends OperationNames>(
  paths: Paths<Of>,
  tagOf: (path: string) => string,
): { paths: Paths<Of & Required<OperationNames>>; tags: { name: string }[] } {
  const tags = new Set<string>()
  const taken = new Set<string>()
  const named = Object.entries(paths).map(([path, methods]) => {
    const tag = tagOf(path)
    tags.add(tag)
    const operations = Object.entries(methods).flatMap(([method, operation]) => {
      if (!operation) return []
      const operationId = operation.operationId ?? freeId(idOf(method, path), taken)
      return [[method, { ...operation, operationId, tags: [tag] }] as const]
    })
    return [path, Object.fromEntries(operations)] as const
  })
  return { paths: Object.fromEntries(named), tags: [...tags].map((name) => ({ name })) }
}

/** `get` and `/users/{userId}` as `getUsersUserId`. */
function idOf(method: string, path: string): string {
  const words = path.match(/[A-Za-z0-9]+/g) ?? []
  return method + words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')
}

function freeId(id: string, taken: Set<string>): string {
  let free = id
  for (let count = 2; taken.has(free); count += 1) free = `${id}${count}`
  taken.add(free)
  return free
}
