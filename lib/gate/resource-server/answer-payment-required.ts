import { withFacts } from '@/lib/base/http/problem'
import { readyAnswer } from '@/lib/base/http/ready-answer'
import { classifyAudience, isPreviewer } from '@/lib/base/x402/audience'
import { encodeHeaderText } from '@/lib/base/x402/header-codec'
import { corsHeaders, gatedCacheHeaders } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/base/x402/reasons'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type ChallengeOptions, wantsPage, writeChallenge } from './build-challenge'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import { renderPaymentPage } from './payment-page'
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
