import { withFacts } from '@/lib/base/http/answer-facts'
import { classifyAudience, isPreviewer } from '@/lib/base/x402/audience'
import { encodeHeaderText } from '@/lib/base/x402/header-codec'
import { writeJson } from '@/lib/base/x402/kept-json'
import { PASSES_EXTENSION } from '@/lib/base/x402/passes'
import { buildPaymentRequired } from '@/lib/base/x402/payment-required'
import { corsHeaders, gatedCacheHeaders } from '@/lib/base/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/base/x402/reasons'
import { version1Body } from '@/lib/base/x402/v1/serve'
import type { PaymentRequired, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Gate } from './gate'
import { offerExtension } from './offer-receipt'
import type { OpenedRequest } from './opened-request'
import { problemResponse } from './problem'
import { requiresIdentifier } from './read-extensions'

/** For an unreadable proof: the answer is 400 and problem+json, and repeats the terms. */
type MalformedProof = { error: 'invalid_payload' | 'invalid_x402_version'; detail: string }

/** `error` is `Payment required`, a reason code, or `sign_in_rejected: <why>`. */
export type PaymentRequiredOptions =
  | {
      error: string
      headers?: Record<string, string>
      /** Advice for people, in the body beside the terms. */
      note?: string
      /** Options with further data that a client needs; the route's own when omitted. */
      accepts?: PaymentRequirements[]
    }
  | MalformedProof

const fixedHeaders = { ...corsHeaders, ...gatedCacheHeaders }

/** A route's terms: options, resource and extensions, with a fresh sign-in challenge. Writes nothing. */
export async function answerPaymentRequired(
  gate: Gate,
  opened: OpenedRequest,
  options: PaymentRequiredOptions,
): Promise<Response> {
  const paymentRequired = await buildChallenge(gate, opened, options)
  if (paymentRequired.accepts.length === 0 && opened.route.accepts.length > 0) return payeeUnreachable()
  const json = writeJson(paymentRequired)
  const header = encodeHeaderText(json)
  gate.observer.challenged?.({
    routeKey: opened.route.key,
    error: options.error,
    audience: classifyAudience(opened.request),
  })
  if (options.error === PAYMENT_REQUIRED_ERROR && wantsPage(opened.request)) {
    const page = await gate.ports.paymentPage?.render(opened.request, header, {
      isUnchanging: opened.route.config.isUnchanging,
      entitlementSeconds: opened.route.signIn?.entitlementSeconds,
    })
    const headers = { ...fixedHeaders, ...page?.headers, 'PAYMENT-REQUIRED': header }
    // Who draws cards for links takes no other status; the page shows the terms and no content.
    const isCard = isPreviewer(opened.request.headers.get('user-agent') ?? '')
    if (page) return new Response(page.body, { status: isCard ? 200 : 402, headers })
  }
  const answer =
    'detail' in options
      ? problemResponse({
          code: options.error,
          headers: { 'PAYMENT-REQUIRED': header },
          ...paymentRequired,
          ...options,
        })
      : new Response(writeBody(gate, opened, paymentRequired, { json, note: options.note }), {
          status: 402,
          headers: {
            ...fixedHeaders,
            'Content-Type': 'application/json',
            'PAYMENT-REQUIRED': header,
            ...options.headers,
          },
        })
  return withFacts(opened.isHead ? new Response(null, answer) : answer, { code: options.error })
}

/** The terms once more, for buyers of version 1 in their form where one of them can pay. */
function writeBody(
  gate: Gate,
  { route }: OpenedRequest,
  terms: PaymentRequired,
  { json, note }: { json: string; note: string | undefined },
): string {
  const body = gate.servesVersion1 && !requiresIdentifier(route.config) ? version1Body(terms) : null
  if (body === null && note === undefined) return json
  return writeJson({ ...(body ?? terms), ...(note !== undefined && { detail: note }) })
}

export async function buildChallenge(
  gate: Gate,
  opened: OpenedRequest,
  { error, accepts = opened.route.accepts }: { error: string; accepts?: PaymentRequirements[] },
): Promise<PaymentRequired> {
  const { route } = opened
  const extensions: Record<string, unknown> = { ...route.extensions, ...(await offerExtension(gate, opened)) }
  const bazaar = route.buildBazaar?.(opened.params)
  if (bazaar) extensions.bazaar = bazaar
  if (route.passes) extensions[PASSES_EXTENSION] = route.passes
  if (route.signIn) extensions['sign-in-with-x'] = gate.ports.signIn.buildExtension(opened.signInTerms())
  const resource = { url: opened.resourceUrl, ...route.resource.info }
  return buildPaymentRequired({ resource, accepts: await payableOptions(gate, accepts), extensions, error })
}

/** The seller's payee can be paid on none of its networks. */
const payeeUnreachable = (): Response =>
  problemResponse({
    code: 'route_not_ready',
    detail: 'No payment can reach the seller of this just now. You were not charged; ask again later.',
    headers: { 'Retry-After': '60' },
  })

/** True for a person's browser that navigates, not for a script that happens to accept anything. */
function wantsPage(request: Request): boolean {
  return request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
}

/** The options whose payee can be paid now; the same list where all can. A signature for another would only fail. */
async function payableOptions(gate: Gate, accepts: PaymentRequirements[]): Promise<PaymentRequirements[]> {
  const faults = await Promise.all(accepts.map((option) => gate.ports.chains.findPayeeFault(option)))
  return faults.some((fault) => fault !== null) ? accepts.filter((_, index) => faults[index] === null) : accepts
}
