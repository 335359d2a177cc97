import './node-dispatcher'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type DomainError, isDomainError } from './domain-error'

export type SafeFetchOptions = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** A stream is sent once, so no redirect may be followed with it. The request fails with the stream's own error. */
  body?: string | Uint8Array | Readable
  /** Length of a stream, where it is known: stated to the server, which is sent exactly so many. */
  bodyBytes?: number | null
  /** Limit of a stream's duration, besides the time for the answer. */
  uploadMs?: number
  /** For everything together: names, connections, redirects, body. */
  timeoutMs?: number
  maxBytes?: number
  /** A larger answer fails with `too_large`, or is `cut` at the limit where only its beginning matters. */
  onTooLarge?: 'fail' | 'cut'
  maxRedirects?: number
  /** Demo and tests: loopback may be reached, but no other private address. */
  allowLoopback?: boolean
  /** `host:port` of servers that may be reached at any address, by the operator's choice. */
  openHosts?: ReadonlySet<string>
  /** Resolves a name to its addresses; the system's resolver unless a test says otherwise. */
  resolve?: (hostname: string) => Promise<string[]>
}

export type SafeResponse = {
  status: number
  /** Lower-case names; repeated headers joined by comma. */
  headers: Record<string, string>
  /** Trailers, in the form of headers; empty for an answer that was not read to its end. */
  trailers: Record<string, string>
  body: Buffer
  isCut: boolean
  /** The answer's address, after redirects. */
  url: string
  elapsedMs: number
}

export type SafeFetchFault =
  | 'url_refused'
  | 'address_refused'
  | 'name_unknown'
  | 'too_many_redirects'
  | 'too_large'
  | 'timeout'
  | 'unreachable'

/** Why a request was not made or not finished. The message names the fault, never the address that was resolved. */
export class SafeFetchError extends Error {
  constructor(
    readonly fault: SafeFetchFault,
    readonly sentence: Sentence,
    options: { cause?: unknown } = {},
  ) {
    super(inEnglish(sentence), options)
    this.name = 'SafeFetchError'
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** Ports below 1024 on which something other than HTTP may listen. */
const ALLOWED_LOW_PORTS = new Set([80, 443])

/**
 * Requests an address from outside. Every address of its name is checked, and the connection goes to exactly
 * those, so that the name cannot mean something else a moment later. Every redirect is checked the same way. Size and time are bounded; nothing is decompressed; no cookies, no proxy.
 */
export async function safeFetch(address: string, options: SafeFetchOptions = {}): Promise<SafeResponse> {
  const { timeoutMs = 10_000, maxRedirects = 3 } = options
  const startedAt = performance.now()
  const signal = AbortSignal.timeout(timeoutMs + (options.uploadMs ?? 0))
  let url = parseSafeUrl(address)
  let { method = 'GET', body } = options
  for (let hop = 0; ; hop += 1) {
    const answer = await fetchOnce(url, { ...options, method, body }, signal)
    const location = answer.headers.location
    if (!REDIRECTS.has(answer.status) || location === undefined) {
      return { ...answer, url: url.href, elapsedMs: Math.round(performance.now() - startedAt) }
    }
    if (hop >= maxRedirects)
      throw new SafeFetchError('too_many_redirects', say('call.redirectsMany', { count: maxRedirects }))
    const next = parseSafeUrl(location, url)
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw new SafeFetchError('url_refused', say('call.redirectInsecure'))
    if (answer.status === 303 || (method === 'POST' && answer.status < 303)) [method, body] = ['GET', undefined]
    url = next
  }
}

function parseSafeUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (url === null) throw new SafeFetchError('url_refused', say('call.noUrl'))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new SafeFetchError('url_refused', say('call.scheme'))
  if (url.username !== '' || url.password !== '') throw new SafeFetchError('url_refused', say('call.credentials'))
  const port = url.port === '' ? 443 : Number(url.port)
  if (port < 1024 && !ALLOWED_LOW_PORTS.has(port)) throw new SafeFetchError('url_refused', say('call.port'))
  return url
}

async function fetchOnce(url: URL, options: SafeFetchOptions, signal: AbortSignal) {
  const { timeoutMs = 10_000 } = options
  const { response, agent } = await open(url, options, { signal, timeoutMs, bodyTimeout: timeoutMs })
  try {
    const body = await readBody(response.body, options)
    const [headers, trailers] = [flattenHeaders(response.headers), flattenHeaders(response.trailers)]
    return { status: response.statusCode, headers, trailers, ...body }
  } catch (error) {
    throw toFault(error, signal)
  } finally {
    void agent.destroy()
  }
}

type OpenLimits = { signal: AbortSignal; timeoutMs: number; bodyTimeout: number }

/** Sends one request and waits for the head of its answer; the caller ends the agent, and with it the connection. */
async function open(url: URL, options: Omit<SafeFetchOptions, 'timeoutMs'>, limits: OpenLimits) {
  const { method = 'GET', body = null, uploadMs } = options
  const { signal, timeoutMs, bodyTimeout } = limits
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  // No connection looks it up.
  if (isIP(hostname)) requireAllowed(url, [hostname], options)
  // A server that is told that its connection ends with the answer closes it first, even during an upload that it does
  // not want, and its answer would be lost.
  const pipelining = uploadMs === undefined ? 0 : 1
  const agent = new Agent({
    pipelining,
    maxHeaderSize: 32_768,
    connect: { lookup: checkedLookup(url, options, signal) },
  })
  try {
    const response = await request(url, {
      dispatcher: agent,
      signal,
      method,
      body,
      bodyTimeout,
      headers: sentHeaders(options),
      headersTimeout: timeoutMs + (uploadMs === undefined ? 0 : UPLOAD_REST_MS),
    })
    return { response, agent }
  } catch (error) {
    void agent.destroy()
    throw toFault(error, signal)
  }
}

/** Added to the wait for the head, as a sender may rest between two parts: one whose body comes too slowly is told so. */
const UPLOAD_REST_MS = 25_000

const sentHeaders = ({ headers, bodyBytes }: Pick<SafeFetchOptions, 'headers' | 'bodyBytes'>) => ({
  'accept-encoding': 'identity',
  ...headers,
  ...(typeof bodyBytes === 'number' ? { 'content-length': String(bodyBytes) } : {}),
})

/** Refuses a name as a connection looks it up: what was checked is what is connected to. */
const checkedLookup =
  (url: URL, options: SafeFetchOptions, signal: AbortSignal): LookupFunction =>
  (hostname, { all }, callback) => {
    const { resolve = systemResolve } = options
    // Neither a resolver nor a connection that waits for one stops when it is told to.
    signal.addEventListener('abort', () => callback(new SafeFetchError('timeout', say('call.slow')), []), {
      once: true,
    })
    const found = resolve(hostname).then((addresses) => requireAllowed(url, addresses, options))
    found.then(
      (addresses) => {
        const each = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all) callback(null, each)
        else callback(null, each[0]?.address ?? '', each[0]?.family ?? 4)
      },
      (error: unknown) => callback(toNameFault(error), []),
    )
  }

function requireAllowed(
  url: URL,
  addresses: string[],
  { allowLoopback = false, openHosts }: SafeFetchOptions,
): string[] {
  if (addresses.length === 0) throw new SafeFetchError('name_unknown', say('call.noAddress'))
  if (openHosts?.has(hostAndPort(url))) return addresses
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  if (!addresses.every(isAllowed)) throw new SafeFetchError('address_refused', say('call.private'))
  return addresses
}

export const hostAndPort = (url: URL): string =>
  `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`

const systemResolve = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

const toNameFault = (error: unknown): SafeFetchError =>
  error instanceof SafeFetchError ? error : new SafeFetchError('name_unknown', say('call.unresolved'), { cause: error })

/** A body of at most `maxBytes`; the rest is left unread. */
async function readBody(
  body: AsyncIterable<unknown>,
  { maxBytes = 1_000_000, onTooLarge = 'fail' }: Pick<SafeFetchOptions, 'maxBytes' | 'onTooLarge'>,
): Promise<Pick<SafeResponse, 'body' | 'isCut'>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk as Uint8Array)
    size += bytes.length
    chunks.push(bytes)
    if (size <= maxBytes) continue
    if (onTooLarge === 'cut') return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: true }
    throw new SafeFetchError('too_large', say('call.large', { bytes: maxBytes }))
  }
  return { body: Buffer.concat(chunks), isCut: false }
}

const lateCodes = new Set<unknown>(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** Turns a failed fetch into its fault; a failure of the body that it sent stays as it is. */
function toFault(error: unknown, signal: AbortSignal): SafeFetchError | DomainError {
  if (error instanceof SafeFetchError || isDomainError(error)) return error
  if (signal.aborted || (error instanceof Error && 'code' in error && lateCodes.has(error.code)))
    return new SafeFetchError('timeout', say('call.slow'), { cause: error })
  return new SafeFetchError('unreachable', say('call.unreachable'), { cause: error })
}

const flattenHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

export type SafeStreamOptions = Pick<
  SafeFetchOptions,
  'method' | 'headers' | 'body' | 'bodyBytes' | 'uploadMs' | 'allowLoopback' | 'openHosts' | 'resolve'
> & {
  /** Until the head of the answer arrives, besides the time of an upload. */
  timeoutMs: number
  idleMs: number
  lastsMs: number
}

export type SafeStream = Awaited<ReturnType<typeof safeStream>>

/**
 * Requests an address from outside and passes its body on as it comes. Addresses are checked as
 * in `safeFetch`. No redirect is followed; a body has limits in time and none in size. It must be read to its end, or
 * cancelled, as it holds a connection.
 */
export async function safeStream(address: string, options: SafeStreamOptions) {
  const { timeoutMs, uploadMs = 0, idleMs, lastsMs } = options
  const url = parseSafeUrl(address)
  const ending = new AbortController()
  const head = setTimeout(() => ending.abort(), timeoutMs + uploadMs)
  try {
    const { response, agent } = await open(url, options, { signal: ending.signal, timeoutMs, bodyTimeout: idleMs })
    const lasting = setTimeout(() => ending.abort(), lastsMs)
    response.body.once('close', () => {
      clearTimeout(lasting)
      void agent.destroy()
    })
    return {
      status: response.statusCode,
      headers: flattenHeaders(response.headers),
      body: Readable.toWeb(response.body, { strategy: { highWaterMark: 0 } }) as ReadableStream<Uint8Array>, // Of bytes.
    }
  } finally {
    clearTimeout(head)
  }
}

/**
 * Services of clouds for their own machines at addresses that are public in form: Azure's, which tells a machine its
 * credentials, and IBM's.
 */
const cloudServices = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * True if an address may be reached on a client's behalf: only global unicast. Private, loopback, link-local, carrier,
 * multicast, documentation and reserved ranges are refused, and so is any IPv6 form that carries an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !cloudServices.some((range) => parsed.match(range))
  // Only 2000::/3 of IPv6 is allocated; below it are old forms that carry an IPv4 address, such as ::127.0.0.1.
  return (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

/** Loopback in any spelling, IPv4 in IPv6 included. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

const ownRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/** An address of this machine or of a private network, or the IPv6 network of one. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/\/64$/, '')
  return ipaddr.isValid(bare) && ownRanges.has(ipaddr.process(bare).range())
}
