import { readInputSchema } from './bazaar-declaration'
import { recordOf } from './header-codec'
import { isQueryMethod, parseRouteKey } from './route-key'
import { isPrefixPattern, type RoutePattern } from './route-pattern'

/** A paid route as it is described to programs. */
export type DescribedRoute = {
  routeKey: string
  title: string
  description: string
  mimeType: string
  /** In dollars, with their sign: the price, or the most of a metered one. */
  dollars: string
  /** The price of the cheapest way to pay, where there are several. */
  leastDollars?: string | undefined
  isMetered: boolean
  query: readonly string[]
  inputSchema: Record<string, unknown> | undefined
  outputSchema: Record<string, unknown> | undefined
}

/**
 * OpenAPI 3.1 of what is paid for, with prices as `x-payment-info` gives them, by which directories such as x402scan take
 * an origin in: a price in dollars, and the protocols that it is paid by.
 */
export function describePaidRoutes(
  site: { title: string; origin: string },
  routes: readonly DescribedRoute[],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const { method, pattern } = parseRouteKey(route.routeKey)
    // What covers everything below a path has no template.
    if (isPrefixPattern(pattern)) continue
    const operations = (paths[templateOf(pattern)] ??= {})
    operations[method.toLowerCase()] = describeRoute(route)
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

function describeRoute(route: DescribedRoute): Record<string, unknown> {
  const { routeKey, title, description, mimeType, query, inputSchema, outputSchema } = route
  const { method, pattern } = parseRouteKey(routeKey)
  const { queryMap, object } = readInputSchema(inputSchema)
  const asked = queryMap ?? (isQueryMethod(method) ? object : null) ?? {}
  const body = isQueryMethod(method) ? null : object
  const described = recordOf(asked.properties)
  const names = [...new Set([...query, ...Object.keys(described)])]
  const inPath = pattern.segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const required = Array.isArray(asked.required) ? asked.required : []
  const parameters = [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...names
      .filter((name) => !inPath.includes(name))
      .map((name) => ({
        ...{ name, in: 'query', required: required.includes(name) },
        schema: { type: 'string', ...recordOf(described[name]) },
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
        content: { [mimeType]: outputSchema ? { schema: outputSchema } : {} },
      },
      '402': { description: 'Payment required: see PAYMENT-REQUIRED' },
    },
  }
}

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
