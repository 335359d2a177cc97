import { say } from '@/lib/base/sentences/say'
import { BazaarDeclarationError, readInputSchema, readOutputSchema } from '@/lib/base/x402/bazaar-declaration'
import { isUnsendableHeader } from '@/lib/base/x402/declared-input'
import { completeSample, isObjectSchema, type JsonSchema } from '@/lib/base/x402/json-schema'
import { isQueryMethod, parsePattern, type RouteMethod, routeTemplate } from '@/lib/base/x402/route-pattern'
import {
  type ArgumentPlace,
  buildToolInput,
  joinObject,
  nameSample,
  type RequestValue,
} from '@/lib/base/x402/tool-arguments'
import { bodyTypeOf } from '@/lib/base/x402/write-request'
import { declaredQuery, type RouteSettings } from './route-input'

/** A route as an agent calls it: one object of arguments for path, query and body. */
export type ToolShape = {
  description: string
  /** JSON Schema of the arguments: path parameters, then the query, then the body. */
  inputSchema: JsonSchema
  outputSchema: JsonSchema | undefined
  example: Record<string, unknown>
  method: RouteMethod
  /** With `:param` segments; the argument of that name fills each. */
  routeTemplate: string
  places: Record<string, ArgumentPlace[]>
  bodyMimeType: string
}

/**
 * Describes a route as a tool, from its seller's declaration for the bazaar. Fails with `BazaarDeclarationError` where
 * it would not fit into the list that all sellers share.
 */
export function describeTool(
  settings: Pick<RouteSettings, 'discovery' | 'description' | 'query'>,
  route: { title: string; method: string; path: string },
): ToolShape {
  const { discovery, description } = settings
  const pattern = parsePattern(route.path)
  const method = route.method as RouteMethod // Checked when the route was made.
  const inPath = pattern.segments.flatMap((part) => (part.kind === 'parameter' ? [part.name] : []))
  const { pathMap, queryMap, headerMap, object, bodyMimeType } = readInputSchema(discovery.inputSchema)
  const isQuery = isQueryMethod(method)
  // One argument: a list, a number, or a text that we do not write.
  const isWhole = object && !isQuery && (!isObjectSchema(object) || bodyTypeOf(bodyMimeType) === 'text')
  if (object && !isWhole && !isObjectSchema(object))
    throw new BazaarDeclarationError(say('declaredSchema.toolObject'), 'inputSchema')
  const parts = isWhole ? null : object
  const plain = (place: ArgumentPlace['in'], names: string[], isRequired: boolean): RequestValue[] =>
    names.map((name) => ({ in: place, name, schema: { type: 'string' }, isRequired }))
  const all = (place: ArgumentPlace['in'], schema: JsonSchema | null): RequestValue[] => {
    const { properties, required } = joinObject(schema ?? {})
    return Object.entries(properties).map(([name, schema]) => {
      const isInPath = place === 'query' && inPath.includes(name)
      return { in: isInPath ? 'path' : place, name, schema, isRequired: required.includes(name) }
    })
  }
  const named = declaredQuery(settings.query).filter((name) => !inPath.includes(name))
  const input = buildToolInput(
    distinct([
      ...plain('path', inPath, true),
      ...all('path', pathMap).filter(({ name }) => inPath.includes(name)),
      ...all('query', queryMap),
      ...(isQuery ? all('query', parts) : []),
      ...plain('query', named, false),
      ...all('header', headerMap).filter(({ name }) => !isUnsendableHeader(name)),
      ...(isQuery ? [] : all('body', parts)),
      ...(isWhole ? [{ in: 'wholeBody' as const, name: 'body', schema: object, isRequired: true }] : []),
    ]),
    parts ? joinObject(parts).more : undefined,
  )
  return {
    description: `${description === '' ? route.title : description} Paid by x402, per call.`,
    inputSchema: input.inputSchema,
    outputSchema: readOutputSchema(discovery.outputSchema),
    example: completeSample(input.inputSchema, nameSample(discovery.input ?? {}, input)),
    method,
    routeTemplate: routeTemplate(pattern),
    places: input.places,
    bodyMimeType,
  }
}

/** Each place once; the first description has precedence, unless it was a bare name. */
function distinct(values: RequestValue[]): RequestValue[] {
  const found = new Map<string, RequestValue>()
  for (const value of values) {
    const key = `${value.in} ${value.name}`
    const known = found.get(key)
    const isBare = known && JSON.stringify(known.schema) === '{"type":"string"}'
    if (known) found.set(key, { ...(isBare ? value : known), isRequired: known.isRequired || value.isRequired })
    else found.set(key, value)
  }
  return [...found.values()]
}
