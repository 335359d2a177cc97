import { BazaarDeclarationError, type InputSchemas, readInputSchema, readOutputSchema } from './bazaar-declaration'
import { isRecord, recordOf } from './header-codec'
import type { JsonSchema } from './json-schema'
import { isQueryMethod, parseRouteKey } from './route-key'
import { isPrefixPattern, type RoutePattern } from './route-pattern'
import { joinObject } from './tool-arguments'

export type DescribedRoute = {
  routeKey: string
  title: string
  description: string
  mimeType: string
  /** With the dollar sign: the price, or a metered route's maximum. */
  dollars: string
  /** The price of the cheapest way to pay, where there are several. */
  leastDollars?: string | undefined
  isMetered: boolean
  query: readonly string[]
  inputSchema: Record<string, unknown> | undefined
  outputSchema: Record<string, unknown> | undefined
}

/**
 * OpenAPI 3.1 of paid routes. Prices stand in `x-payment-info`, which directories such as x402scan read: a price in
 * dollars, and the protocols that it is paid by.
 */
export function describePaidRoutes(
  site: { title: string; origin: string },
  routes: readonly DescribedRoute[],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
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
      'x-guidance':
        'Ask; a 402 says in PAYMENT-REQUIRED what to sign. Ask again with PAYMENT-SIGNATURE. x402, version 2.',
    },
    servers: [{ url: site.origin }],
    paths,
  }
}

const templateOf = ({ segments }: RoutePattern): string =>
  `/${segments.map((segment) => (segment.kind === 'literal' ? segment.text : `{${segment.name}}`)).join('/')}`

const namesIn = (template: string): string[] => [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)

type Declared = InputSchemas & { output: JsonSchema | undefined }

/** Null where the declaration would break the whole document. */
function readDeclared({ inputSchema, outputSchema }: DescribedRoute): Declared | null {
  try {
    return { ...readInputSchema(inputSchema), output: readOutputSchema(outputSchema) }
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return null
    throw error
  }
}

/** @param inPath the names of its path's parameters */
function describeRoute(route: DescribedRoute, inPath: string[]): Record<string, unknown> | null {
  const { routeKey, title, description, mimeType, query } = route
  const { method } = parseRouteKey(routeKey)
  const declared = readDeclared(route)
  if (!declared) return null
  const { queryMap, object, output } = declared
  const asked = queryMap ?? (isQueryMethod(method) ? object : null) ?? {}
  const body = isQueryMethod(method) ? null : object
  const { properties: described, required } = joinObject(asked)
  const names = [...new Set([...query, ...Object.keys(described)])]
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...names
      .filter((name) => !inPath.includes(name))
      .map((name) => ({
        ...{ name, in: 'query', required: required.includes(name) },
        schema: Object.hasOwn(described, name) ? typed(described[name]) : { type: 'string' },
      })),
  ]
  return {
    summary: title,
    ...(description === '' ? {} : { description }),
    'x-payment-info': paymentInfo(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      '200': {
        description: 'What was paid for',
        content: { [mimeType]: output ? { schema: output } : {} },
      },
      '402': { description: 'Payment required: see PAYMENT-REQUIRED' },
    },
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
