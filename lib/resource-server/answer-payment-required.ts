import { classifyAudience } from '@/lib/x402/audience'
import { encodeHeaderText } from '@/lib/x402/header-codec'
import { writeJson } from '@/lib/x402/kept-json'
import { corsHeaders, gatedCacheHeaders } from '@/lib/x402/protocol-headers'
import { PAYMENT_REQUIRED_ERROR } from '@/lib/x402/reasons'
import type { PaymentRequired } from '@/lib/x402/wire'
import { X402_VERSION } from '@/lib/x402/wire'
import type { Gate } from './gate'
import { offerExtension } from './offer-receipt'
import type { OpenedRequest } from './open-request'

export type PaymentRequiredOptions = {
  /** `Payment required`, a reason code, or `sign_in_rejected: <why>`. */
  error: string
  /** 402, or another status whose answer repeats the terms (400 for a malformed proof). */
  status?: 400 | 402 | 409
  /** A sentence for people; with it the body is problem+json, without it the decoded challenge. */
  detail?: string
  headers?: Record<string, string>
}

const fixedHeaders = { ...corsHeaders, ...gatedCacheHeaders }

/**
 * The terms of a route, fresh for this request: options, resource and extensions, with a new sign-in challenge.
 * Writes nothing.
 */
export async function answerPaymentRequired(
  gate: Gate,
  opened: OpenedRequest,
  options: PaymentRequiredOptions,
): Promise<Response> {
  const status = options.status ?? 402
  const paymentRequired = await buildChallenge(gate, opened, options.error)
  const json = writeJson(paymentRequired)
  const header = encodeHeaderText(json)
  gate.observer.challenged?.({
    routeKey: opened.route.key,
    error: options.error,
    audience: classifyAudience(opened.request),
  })
  if (options.error === PAYMENT_REQUIRED_ERROR && wantsPage(opened.request)) {
    const page = await gate.ports.paymentPage?.render(opened.request, header)
    const headers = { ...fixedHeaders, ...page?.headers, 'PAYMENT-REQUIRED': header }
    if (page) return new Response(page.body, { status, headers })
  }
  const isProblem = options.detail !== undefined
  const body = isProblem
    ? JSON.stringify({ type: 'about:blank', status, code: options.error, detail: options.detail, ...paymentRequired })
    : json
  return new Response(opened.isHead ? null : body, {
    status,
    headers: {
      ...fixedHeaders,
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      'PAYMENT-REQUIRED': header,
      ...options.headers,
    },
  })
}

/** The decoded PAYMENT-REQUIRED of one request. */
export async function buildChallenge(gate: Gate, opened: OpenedRequest, error: string): Promise<PaymentRequired> {
  const { route } = opened
  const extensions: Record<string, unknown> = { ...route.extensions, ...(await offerExtension(gate, opened)) }
  const bazaar = route.buildBazaar?.(opened.params)
  if (bazaar) extensions.bazaar = bazaar
  if (route.signIn) extensions['sign-in-with-x'] = gate.ports.signIn.buildExtension(opened.signInTerms())
  return {
    x402Version: X402_VERSION,
    error,
    resource: { url: opened.resourceUrl, ...route.resource.info },
    accepts: route.accepts,
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }
}

/** A person's browser that navigates, not a script that happens to accept anything. */
function wantsPage(request: Request): boolean {
  return request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
}
