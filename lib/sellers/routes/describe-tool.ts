import { readInputSchema } from '@/lib/x402/bazaar-declaration'
import { recordOf } from '@/lib/x402/header-codec'
import { completeSample, type JsonSchema } from '@/lib/x402/json-schema'
import { isQueryMethod, type RouteMethod } from '@/lib/x402/route-key'
import { parsePattern, routeTemplate } from '@/lib/x402/route-pattern'
import type { RouteSettings } from './route-input'

/** A route as an agent calls it: one object of arguments for path, query and body. */
export type ToolShape = {
  description: string
  /** JSON Schema of the arguments: parameters of the path, then of the query, then of the body. */
  inputSchema: JsonSchema
  outputSchema: JsonSchema | undefined
  /** Sample arguments. */
  example: Record<string, unknown>
  method: RouteMethod
  /** With `:param` segments; an argument of that name fills each. */
  routeTemplate: string
  /** Arguments that go into the query where the rest is the body. */
  query: string[]
}

/** Describes a route as a tool, from what its seller has declared for the bazaar. */
export function describeTool(
  settings: RouteSettings,
  route: { title: string; method: string; path: string },
): ToolShape {
  const { discovery, description } = settings
  const pattern = parsePattern(route.path)
  const method = route.method as RouteMethod // Checked when the route was made.
  const inPath = pattern.segments.flatMap((part) => (part.kind === 'parameter' ? [part.name] : []))
  const { queryMap, object } = readInputSchema(discovery.inputSchema)
  const declared = [queryMap ?? {}, object ?? {}].map(readParts)
  const plain = (names: string[]) => Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const properties = Object.assign(plain(settings.query), ...declared.map((part) => part.properties), plain(inPath))
  const required = [...new Set([...inPath, ...declared.flatMap((part) => part.required)])]
  const inputSchema = { ...object, type: 'object', properties, required }
  return {
    description: `${description === '' ? route.title : description} Paid by x402, per call.`,
    inputSchema,
    outputSchema: discovery.outputSchema,
    example: completeSample(inputSchema, discovery.input ?? {}),
    method,
    routeTemplate: routeTemplate(pattern),
    query: isQueryMethod(method) ? [] : [...settings.query, ...Object.keys(declared[0]?.properties ?? {})],
  }
}

function readParts(schema: JsonSchema): { properties: Record<string, unknown>; required: string[] } {
  const { properties, required } = schema
  return {
    properties: recordOf(properties),
    required: Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
  }
}
