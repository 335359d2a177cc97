import { randomUUID } from 'node:crypto'
import { Duplex, Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress, createUnzip, unzip } from 'node:zlib'
import { SignJWT } from 'jose'
import { type Problem, problemResponse, withFacts } from '@/lib/base/http/problem'
import { readContentLength, UPLOAD_MS } from '@/lib/base/http/read-body'
import type { RouteUpstream } from '@/lib/base/infra/generated/prisma/client'
import {
  SafeFetchError,
  type SafeFetchFault,
  type SafeFetchOptions,
  type SafeResponse,
  type SafeStream,
} from '@/lib/base/infra/safe-fetch'
import type { SellersContext } from '../ports'
import type { RouteSettings } from '../routes/route-input'
import { openHeaders } from '../routes/save-content'
import type { SealKey } from '../seal'
import { readField } from './compute-charge'

/** Headers of a buyer's request that an upstream gets besides those that its route declares. */
const passedRequestHeaders = ['accept', 'accept-language', 'content-type']

export type StoredUpstream = Pick<RouteUpstream, 'routeId' | 'url' | 'sealedHeaders' | 'timeoutMs' | 'maxBytes'>

/**
 * The URL of one request: parameters filled in, each as one segment (`[...rest]` as several), and the buyer's query
 * added. Parameters come from a canonical path, which has no dot segments and no encoded slashes.
 */
function fillUpstreamUrl(template: string, params: Readonly<Record<string, string>>, query: URLSearchParams): string {
  const filled = template.replaceAll(/\[(\.\.\.)?([a-zA-Z_][\w-]{0,63})\]/g, (_whole, isRest, name: string) => {
    const value = params[name] ?? ''
    return (isRest ? value.split('/') : [value]).map(encodeURIComponent).join('/')
  })
  const url = new URL(filled)
  // Query values in the seller's own URL are fixed: a buyer cannot override them.
  const fixed = new Set(url.searchParams.keys())
  for (const [name, value] of query) if (!fixed.has(name)) url.searchParams.append(name, value)
  return url.href
}

/** The buyer's harmless headers, overridden by the seller's own. */
export function buildUpstreamHeaders(
  sealKey: SealKey,
  upstream: StoredUpstream & { headers: readonly string[] },
  request: Request,
): Record<string, string> {
  const passed = [...passedRequestHeaders, ...upstream.headers].flatMap((name): [string, string][] => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const own = Object.entries(openHeaders(sealKey, upstream.routeId, upstream.sealedHeaders))
  return Object.fromEntries([...passed, ...own.map(([name, value]) => [name.toLowerCase(), value])])
}

export type UpstreamBuyer =
  | { kind: 'payment'; paymentId: string; payer: string; network: string; scheme: string; maximumAtomic: bigint }
  | { kind: 'sign-in' | 'session'; address: string }
  | { kind: 'anyone' }

export type SignedRequest = { method: string; url: string; routeKey: string; issuer: string; now: Date }

/** The header that tells a seller's server who paid. A caller's own header of that name is dropped. */
const BUYER_HEADER = 'turnpike-buyer'

const LIFETIME_SECONDS = 60

/**
 * A JSON Web Token (HS256) for one request: who paid what for which route, and the method and URL that it is valid for.
 * Valid for a minute.
 */
export async function signBuyer(
  { keyId, key }: { keyId: string; key: string },
  buyer: UpstreamBuyer,
  { method, url, routeKey, issuer, now }: SignedRequest,
): Promise<string> {
  const { pathname, search } = new URL(url)
  const at = Math.floor(now.getTime() / 1000)
  return new SignJWT({ ...claimsOf(buyer), method, path: `${pathname}${search}`, route: routeKey })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
    .setIssuer(issuer)
    .setJti(randomUUID())
    .setIssuedAt(at)
    .setExpirationTime(at + LIFETIME_SECONDS)
    .sign(new TextEncoder().encode(key))
}

function claimsOf(buyer: UpstreamBuyer): Record<string, unknown> {
  if (buyer.kind === 'anyone') return { kind: 'free' }
  if (buyer.kind !== 'payment') return { kind: 'sign-in', sub: buyer.address }
  const { paymentId, payer, network, scheme, maximumAtomic } = buyer
  return { kind: 'payment', sub: payer, payment: paymentId, network, scheme, amount: maximumAtomic.toString() }
}

export type UpstreamCall = { request: Request; params: Readonly<Record<string, string>>; buyer: UpstreamBuyer }

/** A route's upstream, and the key that signs the facts about the buyer; null where its shop has none. */
export type SigningUpstream = StoredUpstream & {
  routeKey: string
  signing: { keyId: string; key: string } | null
  /** Headers of a request, besides the usual ones, that the server gets. */
  headers: readonly string[]
  chargeOn: RouteSettings['chargeOn']
  isPaidFirst: boolean
  streamsUpload: boolean
}

type AskingContext = Pick<SellersContext, 'sealKey' | 'reach' | 'openHosts' | 'publicOrigin' | 'clock'>

/** `response` goes to the buyer. `answer` is set only when the upstream's was held and succeeded, for metering. */
export type UpstreamResult = { response: Response; answer: SafeResponse | null }

/** The upstream's headers that reach the buyer; protocol headers and cookies never do. */
const passedResponseHeaders = ['content-type', 'content-language', 'content-disposition']

/** After this long without any bytes, an answer counts as broken off. */
const IDLE_MS = 60_000

/**
 * Asks the seller's server for the bought content. A failure there becomes an answer of 400 or above, for which the
 * gate charges nothing. Redirects are not followed: they would send the seller's secrets elsewhere.
 * @param lastsMs streams the answer, of any size, for so long at most; null holds it until it is whole
 */
export async function produceFromUpstream(
  context: AskingContext & Pick<SellersContext, 'fetch' | 'stream'>,
  upstream: SigningUpstream,
  call: UpstreamCall,
  lastsMs: number | null = null,
): Promise<UpstreamResult> {
  const { url, ...ask } = await askOf(context, upstream, call)
  const { timeoutMs, maxBytes, chargeOn, isPaidFirst } = upstream
  const isSale = call.buyer.kind === 'payment'
  const isPaid = isPaidFirst && isSale
  try {
    if (lastsMs !== null) {
      const answer = inflated(await context.stream(url, { ...ask, timeoutMs, idleMs: IDLE_MS, lastsMs }))
      const refusal = findRefusal(answer)
      const response = refusal ? refuse(refusal, isPaid, answer.status) : passOn(answer, answer.body)
      if (refusal || !response.body) await answer.body.cancel()
      return { response, answer: null }
    }
    const answer = await decoded(await context.fetch(url, { ...ask, timeoutMs, maxBytes, maxRedirects: 0 }), maxBytes)
    const refusal = findRefusal(answer) ?? (isSale ? findUnsold(answer.body, ask.method, chargeOn) : null)
    if (refusal) return { response: refuse(refusal, isPaid, answer.status), answer: null }
    return { response: passOn(answer, new Uint8Array(answer.body)), answer }
  } catch (error) {
    if (error instanceof SafeFetchError) return { response: refuse(faults[error.fault], isPaid), answer: null }
    throw error
  }
}

/** The plain stream is sent and metered, as with an answer that is held. */
function inflated(answer: SafeStream): SafeStream {
  const { 'content-encoding': encoding = '', ...headers } = answer.headers
  if (!decoders.has(encoding.toLowerCase())) return answer
  // The same by two declarations.
  const pair: unknown = Duplex.toWeb(encoding.toLowerCase() === 'br' ? createBrotliDecompress() : createUnzip())
  return { ...answer, headers, body: answer.body.pipeThrough(pair as ReadableWritablePair<Uint8Array, Uint8Array>) }
}

/** Why a paid answer is not worth its price. Methods other than GET may have done their work without one. */
function findUnsold(body: Buffer, method: string, chargeOn: SigningUpstream['chargeOn']): UpstreamRefusal | null {
  const isEmpty = method === 'GET' && body.length === 0
  const isError = chargeOn === 'no_error' && Boolean(readField(body, 'error'))
  const found = isEmpty ? 'without content' : isError ? 'with an error' : null
  return found && { code: 'upstream_refused', detail: `The seller's service answered ${found}.` }
}

const decoders = new Map([
  ['gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
])

/** Some services compress whatever they are asked. What cannot be read, or is too large then, stays as it came. */
async function decoded(answer: SafeResponse, maxOutputLength: number): Promise<SafeResponse> {
  const { 'content-encoding': encoding = '', ...headers } = answer.headers
  const decode = decoders.get(encoding.toLowerCase())
  const body = await decode?.(answer.body, { maxOutputLength }).catch(() => null)
  return body ? { ...answer, headers, body } : answer
}

/** The request to the seller's server: exactly the URL that was priced, with the seller's headers. */
async function askOf(
  { sealKey, reach, openHosts, publicOrigin, clock }: AskingContext,
  upstream: SigningUpstream,
  { request, params, buyer }: UpstreamCall,
) {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const url = fillUpstreamUrl(upstream.url, params, new URL(request.url).searchParams)
  // A buyer who requests by HEAD pays for the content of GET, and fetches it afterwards. Routes declare only such methods.
  const method = (request.method === 'HEAD' ? 'GET' : request.method) as NonNullable<SafeFetchOptions['method']>
  const { signing, routeKey } = upstream
  const signed = { method, url, routeKey, issuer: publicOrigin, now: clock() }
  return {
    url,
    method,
    headers: {
      ...buildUpstreamHeaders(sealKey, upstream, request),
      ...(signing && { [BUYER_HEADER]: await signBuyer(signing, buyer, signed) }),
    },
    ...(hasBody && (await bodyOf(request, upstream))),
    allowLoopback: reach === 'loopback',
    openHosts,
  }
}

async function bodyOf(request: Request, { streamsUpload }: SigningUpstream) {
  if (!streamsUpload) return { body: new Uint8Array(await request.arrayBuffer()) }
  if (!request.body) return {}
  const body = Readable.fromWeb(request.body as WebStream) // The same by two declarations.
  return { body, bodyBytes: readContentLength(request), uploadMs: UPLOAD_MS }
}

/** Why an answer must not reach the buyer: its status, or an encoding that we do not read. Null where it may. */
function findRefusal({ status, headers }: UpstreamHead): UpstreamRefusal | null {
  if (status < 200 || status > 299) return refusalOf(status)
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return null
  return { code: 'upstream_encoded', detail: `The seller's service answered in ${encoding}.` }
}

type UpstreamHead = Pick<SafeResponse, 'status' | 'headers'>

/** The upstream's answer as the buyer gets it; some have no body by their status. */
function passOn({ status, headers: from }: UpstreamHead, body: BodyInit): Response {
  const headers = new Headers({ 'content-type': 'application/octet-stream' })
  for (const name of passedResponseHeaders) if (from[name] !== undefined) headers.set(name, from[name])
  const response = new Response(status === 204 || status === 205 ? null : body, { status, headers })
  return withFacts(response, { upstreamStatus: status })
}

/** If the upstream refuses the input, the buyer learns it; anything else is between seller and upstream. */
function refusalOf(status: number): UpstreamRefusal {
  const isInput = [400, 404, 405, 406, 409, 410, 413, 415, 422].includes(status)
  const code = status < 400 ? 'upstream_redirected' : 'upstream_refused'
  return { code, detail: `The seller's service answered ${status}.`, ...(isInput && { status }) }
}

type UpstreamRefusal = Pick<Problem, 'code' | 'detail' | 'status'>

const faults: Record<SafeFetchFault, UpstreamRefusal> = {
  timeout: { code: 'upstream_timeout', detail: "The seller's service did not answer in time." },
  too_large: { code: 'upstream_too_large', detail: "The seller's service answered with more than the route allows." },
  unreachable: { code: 'upstream_unreachable', detail: "The seller's service could not be reached or broke off." },
  name_unknown: { code: 'upstream_unreachable', detail: "The seller's service could not be found." },
  address_refused: { code: 'upstream_refused', detail: "The seller's service is not on the public internet." },
  url_refused: { code: 'upstream_refused', detail: "The seller's service has no address that we ask." },
  too_many_redirects: { code: 'upstream_redirected', detail: "The seller's service sent us elsewhere." },
}

/** An answer of 400 or above, for which nothing is charged; one that was paid before it was made is owed. */
function refuse({ detail, ...refusal }: UpstreamRefusal, isPaid: boolean, upstreamStatus?: number): Response {
  const charge = isPaid ? 'The payment settled. Ask again: you are not charged again.' : 'You were not charged.'
  const response = problemResponse({ ...refusal, detail: `${detail} ${charge}` })
  return upstreamStatus === undefined ? response : withFacts(response, { upstreamStatus })
}
