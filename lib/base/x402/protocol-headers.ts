import { jsonObjectIn, MAX_HEADER_CHARACTERS } from './header-codec'

/** Protocol header names in lower case, as every HTTP library looks them up. */
export const headerNames = {
  paymentRequired: 'payment-required',
  paymentSignature: 'payment-signature',
  paymentResponse: 'payment-response',
  signIn: 'sign-in-with-x',
  extensionResponses: 'extension-responses',
  /** Payment and response in version 1. */
  paymentVersion1: 'x-payment',
  paymentResponseVersion1: 'x-payment-response',
  /** Our own header: a metered stream that is paid as it goes. */
  paymentStream: 'payment-stream',
  /** Our own header: asks for the options of pages too. */
  terms: 'turnpike-terms',
} as const

/** Sent by the site's pages, which offer more ways to pay; programs are told what their route says. */
export const asksAsPage = { [headerNames.terms]: 'budgets' }

/** Protected routes and discovery are open to every origin, without credentials. */
export const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, EXTENSION-RESPONSES, X-PAYMENT-RESPONSE',
} as const

/** Answer to a preflight, besides the methods of its route. The stock client sends the last header itself. */
export const preflightHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers':
    'payment-signature, x-payment, sign-in-with-x, content-type, access-control-expose-headers',
  'Access-Control-Max-Age': '86400',
} as const

/** For every gated answer, paid or not: one buyer's answer must never reach another through a cache. */
export const gatedCacheHeaders = {
  'Cache-Control': 'private, no-store',
  Vary: 'PAYMENT-SIGNATURE, X-PAYMENT, SIGN-IN-WITH-X, Turnpike-Terms, Accept, Cookie',
} as const

/** The longest encoded challenge: clients echo it back, and servers cap the size of request headers. */
export const MAX_CHALLENGE_CHARACTERS = 8 * 1024

/** Decodes a protocol header without Node's Buffer, which browsers lack; null when it cannot be read. */
export function decodeHeader(header: string | null): Record<string, unknown> | null {
  if (header === null || header.length > MAX_HEADER_CHARACTERS) return null
  try {
    const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0))
    return jsonObjectIn(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

export function encodePortably(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
