import { recordOf } from '@/lib/base/x402/header-codec'
import { encodePortably } from '@/lib/base/x402/protocol-headers'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import { describeOffers } from './choose-option'
import { parsePaymentRequired, parseSettleResponse, type ReadChallenge, readChallenge } from './parse-exchange'
import { type OnPayerEvent, PayerError } from './payer-error'
import { peekJson } from './peek-json'
import { ANSWER_LOST, type Patience, sendPayment } from './resend'
import type { PayerWallet } from './wallet'

export type Trip = {
  paymentRequired: PaymentRequired | null
  unread: string[]
  signInRejection: string | null
  refusal: PayerError | null
  isPaymentSent: boolean
  isAnswerLost: boolean
  /** The caller's: ends the exchange. */
  signal: AbortSignal | null
}

type ExchangeWatch = { trip: Trip; wallets: PayerWallet[]; onEvent: OnPayerEvent; patience: Patience }

/**
 * Wraps the transport: reads each answer of one paid request and reports what it means.
 * Fails with `CHALLENGE_UNREADABLE` on a 402 that is not x402, before anything is signed.
 */
export function watchExchange(send: typeof fetch, watch: ExchangeWatch): typeof fetch {
  const { trip, wallets } = watch
  const onEvent: OnPayerEvent = (event) => {
    trip.isAnswerLost ||= event.type === 'waiting' && event.reason === ANSWER_LOST
    watch.onEvent(event)
  }
  return async (input, init) => {
    const asked = new Request(input, init)
    const isPayment = asked.headers.has('payment-signature')
    const isSignIn = asked.headers.has('sign-in-with-x')
    // A signed request goes only to the address that asked for it.
    const request = isPayment || isSignIn ? new Request(asked, { redirect: 'manual' }) : asked
    trip.isPaymentSent ||= isPayment
    const response = await (isPayment
      ? sendPayment(send, request, { ...watch, onEvent, signal: trip.signal })
      : send(request).catch((cause: unknown) => {
          throw trip.signal?.aborted ? cause : unreachable(request.url, cause)
        }))
    if (isPayment) reportPayment(response, onEvent)
    else if (isSignIn) reportSignIn(response, trip, onEvent)
    else if (response.status === 402) {
      const { terms, unread } = await readTerms(response, request.url)
      trip.paymentRequired = terms
      trip.unread = unread
      onEvent({ type: 'challenge', paymentRequired: terms, offers: describeOffers(terms.accepts, wallets) })
      return withTerms(response, terms)
    }
    return response
  }
}

/** Fails with `CHALLENGE_UNREADABLE` where nothing can be paid, and says why. */
async function readTerms(response: Response, asked: string): Promise<ReadChallenge> {
  const read = readChallenge(response.headers, asked)
  if (read === null) {
    throw new PayerError('CHALLENGE_UNREADABLE', await describeOther402(response), { answer: response })
  }
  if (read.terms.accepts.length === 0 && read.unread.length > 0) {
    const message = `The seller's terms offer nothing that can be paid: ${read.unread.join('; ')}.`
    throw new PayerError('CHALLENGE_UNREADABLE', message, { answer: response })
  }
  return read
}

/** Describes a 402 without readable terms as far as it shows. */
async function describeOther402(response: Response): Promise<string> {
  const { headers } = response
  if (headers.has('payment-required')) {
    return 'The server answers 402, and its PAYMENT-REQUIRED header cannot be read: it holds no terms of x402.'
  }
  const [scheme] = (headers.get('www-authenticate') ?? '').split(' ')
  if (scheme) return `The server answers 402 and asks for payment by ${scheme.slice(0, 40)}, not by x402.`
  const body = await peekJson(response)
  const { x402Version, accepts } = recordOf(body)
  if (Array.isArray(accepts)) {
    const version = typeof x402Version === 'number' ? ` of version ${x402Version}` : ' without a version'
    return `The server answers 402 with terms${version} in its body only; version 2 has them in the PAYMENT-REQUIRED header.`
  }
  return 'The server answers 402, but not with an x402 challenge: no PAYMENT-REQUIRED header, and no terms in its body.'
}

/** The answer with the terms as they were read, for the SDK to pay. */
function withTerms(response: Response, terms: PaymentRequired): Response {
  const headers = new Headers(response.headers)
  headers.set('payment-required', encodePortably(terms))
  return new Response(null, { status: response.status, headers })
}

const unreachable = (url: string, cause: unknown) =>
  new PayerError('SERVER_UNREACHABLE', `Nothing answers at ${new URL(url).origin}.`, { cause })

function reportPayment(response: Response, onEvent: OnPayerEvent) {
  const settlement = parseSettleResponse(response.headers)
  if (settlement?.success) return onEvent({ type: 'settled', settlement })
  const reason = settlement?.errorReason ?? parsePaymentRequired(response.headers)?.error ?? null
  if (response.ok && !settlement) return
  onEvent({ type: 'payment_rejected', status: response.status, reason, message: settlement?.errorMessage ?? null })
}

function reportSignIn(response: Response, trip: Trip, onEvent: OnPayerEvent) {
  if (response.status !== 402) return onEvent({ type: 'sign_in_accepted' })
  trip.signInRejection = parsePaymentRequired(response.headers)?.error ?? 'no reason given'
  onEvent({ type: 'sign_in_rejected', reason: trip.signInRejection })
}
