import { type Problem, problemResponse } from '@/lib/http/problem'
import { SafeFetchError, type SafeFetchFault, type SafeFetchOptions, type SafeResponse } from '@/lib/infra/safe-fetch'
import type { SellersContext } from '../ports'
import { buildUpstreamHeaders, fillUpstreamUrl, type StoredUpstream } from './upstream-request'

export type UpstreamCall = { request: Request; params: Readonly<Record<string, string>> }

/** `response` goes to the buyer. `answer` is there only when the upstream did its work, for the meter to read. */
export type UpstreamResult = { response: Response; answer: SafeResponse | null }

/** The upstream's headers that reach the buyer; protocol headers and cookies never do. */
const passedResponseHeaders = ['content-type', 'content-language', 'content-disposition']

/**
 * Asks the seller's server for what the buyer pays for. A failure there becomes an answer of 400 or above,
 * for which the gate charges nothing. Redirects are not followed: they would carry the seller's secrets elsewhere.
 */
export async function produceFromUpstream(
  context: Pick<SellersContext, 'fetch' | 'sealKey' | 'reach'>,
  upstream: StoredUpstream,
  { request, params }: UpstreamCall,
): Promise<UpstreamResult> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const url = fillUpstreamUrl(upstream.url, params, new URL(request.url).searchParams)
  try {
    const answer = await context.fetch(url, {
      method: upstreamMethod(request.method),
      headers: buildUpstreamHeaders(context.sealKey, upstream, request),
      ...(hasBody ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
      timeoutMs: upstream.timeoutMs,
      maxBytes: upstream.maxBytes,
      maxRedirects: 0,
      allowLoopback: context.reach === 'loopback',
    })
    if (answer.status < 200 || answer.status > 299) return refuse(refusalOf(answer.status))
    const encoding = answer.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      return refuse({ code: 'upstream_encoded', detail: `The seller's service answered in ${encoding}.` })
    return passOn(answer)
  } catch (error) {
    if (error instanceof SafeFetchError) return refuse(faults[error.fault])
    throw error
  }
}

/** A buyer who asks by HEAD pays for the content of GET, and fetches it afterwards. */
function upstreamMethod(method: string): NonNullable<SafeFetchOptions['method']> {
  // The gate lets in what a route declares alone, and routes declare only these.
  return method === 'HEAD' ? 'GET' : (method as NonNullable<SafeFetchOptions['method']>)
}

function passOn(answer: SafeResponse): UpstreamResult {
  const headers = new Headers({ 'content-type': 'application/octet-stream' })
  for (const name of passedResponseHeaders) {
    const value = answer.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const isBodiless = answer.status === 204 || answer.status === 205
  const body = isBodiless ? null : new Uint8Array(answer.body)
  return { response: new Response(body, { status: answer.status, headers }), answer }
}

/** The upstream's own refusal of the input is the buyer's business; anything else is between seller and upstream. */
function refusalOf(status: number): Refusal {
  const isInput = [400, 404, 405, 406, 409, 410, 413, 415, 422].includes(status)
  const code = status < 400 ? 'upstream_redirected' : 'upstream_refused'
  return { code, detail: `The seller's service answered ${status}.`, ...(isInput && { status }) }
}

type Refusal = Pick<Problem, 'code' | 'detail' | 'status'>

const faults: Record<SafeFetchFault, Refusal> = {
  timeout: { code: 'upstream_timeout', detail: "The seller's service did not answer in time." },
  too_large: { code: 'upstream_too_large', detail: "The seller's service answered with more than the route allows." },
  unreachable: { code: 'upstream_unreachable', detail: "The seller's service could not be reached or broke off." },
  name_unknown: { code: 'upstream_unreachable', detail: "The seller's service could not be found." },
  address_refused: { code: 'upstream_refused', detail: "The seller's service is not on the public internet." },
  url_refused: { code: 'upstream_refused', detail: "The seller's service has no address that we ask." },
  too_many_redirects: { code: 'upstream_redirected', detail: "The seller's service sent us elsewhere." },
}

const refuse = ({ detail, ...refusal }: Refusal): UpstreamResult => ({
  response: problemResponse({ ...refusal, detail: `${detail} You were not charged.` }),
  answer: null,
})
