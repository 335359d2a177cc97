import { getOwnPage } from '@/lib/base/http/own-server'
import { withFacts } from '@/lib/base/http/problem'
import { readyAnswer } from '@/lib/base/http/ready-answer'
import { mayShowForCookie } from '@/lib/base/http/request-headers'
import { CHALLENGE_HEADER_NAME, classifyAudience, isPreviewer } from '@/lib/base/x402/audience'
import { encodeHeaderText } from '@/lib/base/x402/header-codec'
import { corsHeaders, gatedCacheHeaders } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/base/x402/reasons'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type ChallengeOptions, wantsPage, writeChallenge } from './build-challenge'
import type { Gate, OpenedRequest } from './gate'
import { givesRight } from './open-request'
import { problemResponse } from './problem'

/** For an unreadable proof: the answer is 400 and problem+json, and repeats the terms. */
type MalformedProof = { error: 'invalid_payload' | 'invalid_x402_version'; detail: string }

export type PaymentRequiredOptions = (ChallengeOptions & { headers?: Record<string, string> }) | MalformedProof

const fixedHeaders = { ...corsHeaders, ...gatedCacheHeaders }
const jsonHeaders = Object.entries({ ...fixedHeaders, 'Content-Type': 'application/json' })

/** A route's terms: options, resource and extensions, with a fresh sign-in challenge. Writes nothing. */
export async function answerPaymentRequired(
  gate: Gate,
  opened: OpenedRequest,
  options: PaymentRequiredOptions,
): Promise<Response> {
  const { error } = options
  const terms = await writeChallenge(gate, opened, options)
  if (terms === null) return payeeUnreachable()
  const header = encodeHeaderText(terms.header)
  const { isHead, request } = opened
  gate.observer.challenged?.({ audience: classifyAudience(request) })
  if (error === PAYMENT_REQUIRED_ERROR && gate.hasPages && wantsPage(request)) {
    const page = await renderPaymentPage(gate, opened, header)
    const headers = { ...fixedHeaders, 'Content-Type': 'text/html; charset=utf-8', 'PAYMENT-REQUIRED': header }
    // Who draws cards for links takes no other status; the page shows the terms and no content.
    const isCard = isPreviewer(request.headers.get('user-agent') ?? '')
    if (page) return new Response(page, { status: isCard ? 200 : 402, headers })
  }
  if ('detail' in options) {
    const told = JSON.parse(terms.header) as PaymentRequired // Just written.
    const answer = problemResponse({
      code: options.error,
      headers: { 'PAYMENT-REQUIRED': header },
      ...told,
      ...options,
    })
    return withFacts(isHead ? new Response(null, answer) : answer, { code: error })
  }
  const headers = [...jsonHeaders, ['PAYMENT-REQUIRED', header] as const, ...Object.entries(options.headers ?? {})]
  const answer = readyAnswer({ status: 402, headers, body: isHead ? null : terms.body })
  return withFacts(answer, { code: error })
}

/** The seller's payee can be paid on none of its networks. */
const payeeUnreachable = (): Response =>
  problemResponse({
    code: 'route_not_ready',
    detail: 'No payment can reach the seller of this just now. You were not charged; ask again later.',
    headers: { 'Retry-After': '60' },
  })

const PAGE_TIMEOUT_MS = 5_000
const passedHeaders = ['cookie', 'accept-language', 'content-security-policy']

/**
 * The 402 page of a paid URL: Next.js renders `/checkout` with the challenge in a header, inside this process, and the
 * page is sent under the paid URL. Without the page (null) the JSON answer is sent, which says the same.
 */
async function renderPaymentPage(
  { publicOrigin, log }: Gate,
  { request, route }: OpenedRequest,
  challenge: string,
): Promise<string | null> {
  const { isUnchanging, passSeconds } = route.config
  const seconds = passSeconds ?? route.signIn?.entitlementSeconds
  try {
    const lasting = new URLSearchParams({
      ...(isUnchanging && { unchanging: '1' }),
      ...(!givesRight(route) && { once: '1' }),
      ...(seconds !== undefined && { seconds: String(seconds) }),
    })
    const { host } = new URL(publicOrigin)
    const headers = { host, accept: 'text/html', [CHALLENGE_HEADER_NAME]: challenge, ...passOn(request, publicOrigin) }
    const page = await getOwnPage(`/checkout?${lasting}`, { headers, timeoutMs: PAGE_TIMEOUT_MS })
    if (page === null) return null
    if (page.status !== 200) throw new Error(`The checkout page answered ${page.status}.`)
    return page.body
  } catch (error) {
    log.warn({ err: error }, 'The payment page could not be shown')
    return null
  }
}

/** Reader, theme and language, and the script policy of the answer that the page becomes part of. */
function passOn(request: Request, publicOrigin: string): Record<string, string> {
  const passed = passedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const site = mayShowForCookie(request.headers, publicOrigin) ? 'same-origin' : 'cross-site'
  return { ...Object.fromEntries(passed), 'sec-fetch-site': site }
}
