import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import './node-dispatcher'

import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { type DomainError, isDomainError } from './domain-error'
import { isLoopbackAddress, isPublicAddress } from './public-address'

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
/**
 * Options of each connection to an address from outside, which is closed after its one answer. A server that is told so
 * closes first, even during an upload that it does not want, and its answer would be lost.
 */
export const safeAgentOptions = ({ uploadMs }: Pick<SafeFetchOptions, 'uploadMs'>) => ({
  pipelining: uploadMs === undefined ? 0 : 1,
  maxHeaderSize: 32_768,
})
/** Ports below 1024 on which something other than HTTP may listen. */
const ALLOWED_LOW_PORTS = new Set([80, 443])

/**
 * Requests an address from outside. The name is resolved once, every address of it is checked, and the
 * connection goes to exactly those addresses, so that the name cannot mean something else a moment later. Every
 * redirect is checked the same way. Size and time are bounded; nothing is decompressed; no cookies, no proxy.
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

export function parseSafeUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (url === null) throw new SafeFetchError('url_refused', say('call.noUrl'))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new SafeFetchError('url_refused', say('call.scheme'))
  if (url.username !== '' || url.password !== '') throw new SafeFetchError('url_refused', say('call.credentials'))
  const port = url.port === '' ? 443 : Number(url.port)
  if (port < 1024 && !ALLOWED_LOW_PORTS.has(port)) throw new SafeFetchError('url_refused', say('call.port'))
  return url
}

async function fetchOnce(url: URL, options: SafeFetchOptions, signal: AbortSignal) {
  const addresses = await findSafeAddresses(url, options, signal)
  const agent = new Agent({ ...safeAgentOptions(options), connect: { lookup: pinned(addresses) } })
  try {
    const response = await request(url, {
      dispatcher: agent,
      signal,
      method: options.method ?? 'GET',
      headers: sentHeaders(options),
      body: options.body ?? null,
      headersTimeout: headTimeout({ timeoutMs: 10_000, ...options }),
      bodyTimeout: options.timeoutMs ?? 10_000,
    })
    const body = await readBody(response.body, options)
    const [headers, trailers] = [flattenHeaders(response.headers), flattenHeaders(response.trailers)]
    return { status: response.statusCode, headers, trailers, ...body }
  } catch (error) {
    throw toFault(error, signal)
  } finally {
    await agent.destroy()
  }
}

/** Limit of the wait for the answer's head after the last part was sent, between two of which the sender may rest. */
export const headTimeout = ({ timeoutMs, uploadMs }: { timeoutMs: number; uploadMs?: number }): number =>
  timeoutMs + (uploadMs === undefined ? 0 : UPLOAD_REST_MS)

/** More than a sender may rest: one whose body comes too slowly is told so. */
const UPLOAD_REST_MS = 25_000

export const sentHeaders = ({ headers, bodyBytes }: Pick<SafeFetchOptions, 'headers' | 'bodyBytes'>) => ({
  'accept-encoding': 'identity',
  ...headers,
  ...(typeof bodyBytes === 'number' ? { 'content-length': String(bodyBytes) } : {}),
})

export async function findSafeAddresses(
  url: URL,
  {
    allowLoopback = false,
    openHosts,
    resolve = systemResolve,
  }: Pick<SafeFetchOptions, 'allowLoopback' | 'openHosts' | 'resolve'>,
  signal: AbortSignal,
): Promise<string[]> {
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(hostname)
    ? [hostname]
    : await withinSignal(signal, resolve(hostname)).catch((error: unknown) => Promise.reject(toNameFault(error)))
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

/** Rejects when the signal fires; resolvers have no way to stop. */
export function withinSignal<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new SafeFetchError('timeout', say('call.slow'))), { once: true })
    work.then(resolve, reject)
  })
}

export const pinned =
  (addresses: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }

/** A body of at most `maxBytes`; the rest is left unread. */
export async function readBody(
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
export function toFault(error: unknown, signal: AbortSignal): SafeFetchError | DomainError {
  if (error instanceof SafeFetchError || isDomainError(error)) return error
  if (signal.aborted || (error instanceof Error && 'code' in error && lateCodes.has(error.code)))
    return new SafeFetchError('timeout', say('call.slow'), { cause: error })
  return new SafeFetchError('unreachable', say('call.unreachable'), { cause: error })
}

export const flattenHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
