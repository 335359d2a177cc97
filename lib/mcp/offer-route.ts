import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { partsWithin } from '@/lib/base/x402/bounded-body'
import { parseJsonObject } from '@/lib/base/x402/header-codec'
import type { ArgumentPlace } from '@/lib/base/x402/tool-arguments'
import {
  JSON_TYPE,
  NotBase64Error,
  type WrittenValue,
  writeFields,
  writePairs,
  writeWhole,
} from '@/lib/base/x402/write-request'
import type { PaidCall, ToolOffer } from './price-tool'
import { errorText, type ToolArguments } from './tool'

export type RouteOffer = Omit<ToolOffer, 'run'> & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:param` segments, such as `/users/:userId`; a value of that name fills each. */
  routeTemplate: string
  handler: (request: Request, call: PaidCall & { params: Record<string, string> }) => Promise<Response>
  /** Places of arguments with another name or place there than the usual one: path, then query or body. */
  places?: Record<string, ArgumentPlace[]>
  /** Media type in which a body is written; JSON when omitted. */
  bodyMimeType?: string
  /** Scheme and host of the request that the handler sees. */
  origin: string
}

/** Largest answer that a result holds: as text, or else as base64 within JSON. */
const MAX_BYTES = { text: 10_000_000, binary: 8_000_000 }
/** Largest failing answer that is read; its first 500 characters are shown. */
const MAX_FAULT_BYTES = 100_000

/**
 * Makes a tool of a route: arguments become path parameters, then the query of GET and DELETE or the body of the other
 * methods. An answer of status 400 or more is an error result, which costs nothing.
 */
export function offerRoute(route: RouteOffer): ToolOffer {
  const { method, routeTemplate, handler, origin, places = {}, bodyMimeType = JSON_TYPE, ...offer } = route
  const address = (input: ToolArguments) => {
    const values = placeArguments(input, { method, routeTemplate, places })
    const { path, params } = fillTemplate(routeTemplate, values.path)
    return path === null ? null : { url: toUrl(`${origin}${path}`, values.query), values, params }
  }
  const write = (input: ToolArguments): { request: Request; params: Record<string, string> } | string => {
    const addressed = address(input)
    if (addressed === null) return 'An argument that names the resource is missing or empty.'
    const { url, values, params } = addressed
    try {
      return { request: toRequest(url, { method, values, bodyMimeType }), params }
    } catch (error) {
      if (error instanceof NotBase64Error || error instanceof UnsendableHeaderError) return error.message
      throw error
    }
  }
  return {
    ...offer,
    addressOf: (input) => address(input)?.url.href ?? null,
    findFault: (input) => {
      const written = write(input)
      return typeof written === 'string' ? written : null
    },
    run: async (input, call) => {
      const written = write(input)
      if (typeof written === 'string') return errorText(written)
      const { request, params } = written
      return toResult(request.url, await handler(request, { ...call, params }))
    },
  }
}

type Placed = Record<ArgumentPlace['in'], WrittenValue[]>

/** Arguments by their places, under the names that they have there. */
function placeArguments(
  input: ToolArguments,
  { method, routeTemplate, places }: Required<Pick<RouteOffer, 'method' | 'routeTemplate' | 'places'>>,
): Placed {
  const values: Placed = { path: [], query: [], header: [], body: [], wholeBody: [] }
  const inPath = routeTemplate.split('/')
  const usual = (name: string): ArgumentPlace[] => {
    if (inPath.includes(`:${name}`)) return [{ in: 'path', name }]
    return [{ in: method === 'GET' || method === 'DELETE' ? 'query' : 'body', name }]
  }
  for (const [argument, value] of Object.entries(input)) {
    const own = Object.hasOwn(places, argument) ? places[argument] : undefined
    for (const { in: place, name, writing } of own ?? usual(argument)) values[place].push({ name, value, writing })
  }
  return values
}

function fillTemplate(template: string, given: WrittenValue[]) {
  const values = new Map(given.map(({ name, value }) => [name, value]))
  const params: Record<string, string> = {}
  const segments = template.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment
    const name = segment.slice(1)
    params[name] = [values.get(name)].flat().every(isPlain) ? [values.get(name)].flat().join(',') : ''
    return isPlainSegment(params[name]) ? encodeURIComponent(params[name]) : null
  })
  return { path: segments.includes(null) ? null : segments.join('/'), params }
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** Segments of only dots would lead to another path than the one that was sold. */
const isPlainSegment = (value: string) => value !== '' && value !== '.' && value !== '..'

function toUrl(address: string, query: WrittenValue[]): URL {
  const url = new URL(address)
  for (const [name, text] of query.flatMap(writePairs)) url.searchParams.append(name, text)
  return url
}

type RequestParts = { method: RouteOffer['method']; values: Placed; bodyMimeType: string }

function toRequest(url: URL, { method, values, bodyMimeType }: RequestParts): Request {
  const headers = new Headers()
  for (const { name, value } of values.header) {
    if (value === null || value === undefined) continue
    const text = [value].flat().every(isPlain) ? [value].flat().join(',') : null
    if (text === null || !/^[\x20-\x7e]*$/.test(text)) throw new UnsendableHeaderError(name)
    headers.set(name, text)
  }
  if (method === 'GET' || method === 'DELETE') return new Request(url, { method, headers })
  const [whole] = values.wholeBody
  const { contentType, body } = whole ? writeWhole(bodyMimeType, whole) : writeFields(bodyMimeType, values.body)
  headers.set('content-type', contentType)
  return new Request(url, { method, headers, body: typeof body === 'string' ? body : Buffer.from(body) })
}

class UnsendableHeaderError extends Error {
  constructor(name: string) {
    super(`${name} is a header: expected printable ASCII, or a list of it.`)
  }
}

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
  // The media type is the seller's claim; invalid JSON stays text.
  const body = mimeType === 'application/json' ? parseJsonObject(text) : null
  return body?.ok ? { structuredContent: body.value } : {}
}
