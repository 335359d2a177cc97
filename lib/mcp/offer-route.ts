import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { partsWithin } from '@/lib/base/x402/bounded-body'
import type { ArgumentPlace } from '@/lib/base/x402/tool-arguments'
import type { PaidCall } from './ports'
import type { ToolOffer } from './price-tool'
import type { ToolArguments } from './tool'
import { errorText } from './tool-results'

export type RouteOffer = Omit<ToolOffer, 'run'> & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:param` segments, such as `/users/:userId`; a value of that name fills each. */
  routeTemplate: string
  handler: (request: Request, call: PaidCall & { params: Record<string, string> }) => Promise<Response>
  /** Places of arguments with another name or place there than the usual one: path, then query or body. */
  places?: Record<string, ArgumentPlace[]>
  /** Scheme and host of the request that the handler sees. */
  origin: string
}

/** Largest answer that a result holds: as text, or else as base64 within JSON. */
const MAX_BYTES = { text: 10_000_000, binary: 8_000_000 }
/** Largest failing answer that is read; its first 500 characters are shown. */
const MAX_FAULT_BYTES = 100_000

/**
 * Makes a tool of a route: arguments become path parameters, then the query of GET and DELETE or the JSON body of
 * the other methods. An answer of status 400 or more is an error result, which costs nothing.
 */
export function offerRoute(route: RouteOffer): ToolOffer {
  const { method, routeTemplate, handler, origin, places = {}, ...offer } = route
  const address = (input: ToolArguments) => {
    const values = placeArguments(input, { method, routeTemplate, places })
    const { path, params } = fillTemplate(routeTemplate, values.path)
    return path === null ? null : { request: toRequest(`${origin}${path}`, method, values), params }
  }
  return {
    ...offer,
    addressOf: (input) => address(input)?.request.url ?? null,
    run: async (input, call) => {
      const addressed = address(input)
      if (addressed === null) return errorText('An argument that names the resource is missing or empty.')
      const { request, params } = addressed
      return toResult(request.url, await handler(request, { ...call, params }))
    },
  }
}

type Placed = Record<ArgumentPlace['in'], ToolArguments>

/** Arguments by their places, under the names that they have there. */
function placeArguments(
  input: ToolArguments,
  { method, routeTemplate, places }: Required<Pick<RouteOffer, 'method' | 'routeTemplate' | 'places'>>,
): Placed {
  const values: Placed = { path: {}, query: {}, body: {} }
  const inPath = routeTemplate.split('/')
  const usual = (name: string): ArgumentPlace[] => {
    if (inPath.includes(`:${name}`)) return [{ in: 'path', name }]
    return [{ in: method === 'GET' || method === 'DELETE' ? 'query' : 'body', name }]
  }
  for (const [argument, value] of Object.entries(input)) {
    const own = Object.hasOwn(places, argument) ? places[argument] : undefined
    for (const place of own ?? usual(argument)) values[place.in][place.name] = value
  }
  return values
}

function fillTemplate(template: string, values: ToolArguments) {
  const params: Record<string, string> = {}
  const segments = template.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    const name = segment.slice(1)
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    params[name] = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return isPlainSegment(params[name]) ? encodeURIComponent(params[name]) : null
  })
  return { path: segments.includes(null) ? null : segments.join('/'), params }
}

/** Segments of only dots would lead to another path than the one that was sold. */
const isPlainSegment = (value: string) => value !== '' && value !== '.' && value !== '..'

function toRequest(address: string, method: RouteOffer['method'], { query, body }: Placed): Request {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, toText(one))
  if (method === 'GET' || method === 'DELETE') return new Request(url, { method })
  return new Request(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

async function toResult(uri: string, response: Response): Promise<CallToolResult> {
  const mimeType = response.headers.get('content-type')?.split(';')[0]?.trim() ?? 'application/octet-stream'
  if (response.status >= 400) {
    const said = await readWithin(response, MAX_FAULT_BYTES)
    return errorText(`The resource answers ${response.status}: ${said?.toString().slice(0, 500) ?? 'a long text.'}`)
  }
  const bytes = await readWithin(response, isText(mimeType) ? MAX_BYTES.text : MAX_BYTES.binary)
  if (bytes === null) {
    return errorText('This is too large to be handed out by a tool. Buy it at its address. You were not charged.')
  }
  if (isText(mimeType)) {
    const text = new TextDecoder().decode(bytes)
    return { ...structuredPart(mimeType, text), content: [{ type: 'text', text }] }
  }
  const data = bytes.toString('base64')
  if (mimeType.startsWith('image/')) return { content: [{ type: 'image', data, mimeType }] }
  return { content: [{ type: 'resource', resource: { uri, mimeType, blob: data } }] }
}

/** Null for a body that is too large: the rest is not read, since it may never end. */
async function readWithin({ body }: Response, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of partsWithin(body, { maxBytes: Number.POSITIVE_INFINITY })) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const isText = (mimeType: string) =>
  /^text\/|^application\/(json|xml|javascript|x-ndjson|problem\+json)$|\+(json|xml)$/.test(mimeType) &&
  mimeType !== 'image/svg+xml'

function structuredPart(mimeType: string, text: string): Pick<CallToolResult, 'structuredContent'> {
  if (mimeType !== 'application/json') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? { structuredContent: { ...value } } : {}
  } catch {
    // The media type is the seller's claim; invalid JSON stays text.
    return {}
  }
}
