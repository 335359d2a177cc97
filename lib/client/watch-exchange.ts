import type { PaymentRequired } from '@/lib/base/x402/wire'
import { describeOffers } from './choose-option'
import { parsePaymentRequired, parseSettleResponse } from './parse-exchange'
import { PayerError } from './payer-error'
import type { OnPayerEvent } from './payer-event'
import type { Patience } from './resend'
import { ANSWER_LOST, sendPayment } from './resend'
import type { PayerWallet } from './wallet'

export type Trip = {
  paymentRequired: PaymentRequired | null
  signInRejection: string | null
  refusal: PayerError | null
  isPaymentSent: boolean
  isAnswerLost: boolean
}

type Watch = { trip: Trip; wallets: PayerWallet[]; onEvent: OnPayerEvent; patience: Patience }

/**
 * Wraps the transport: reads each answer of one paid request and reports what it means.
 * Fails with `CHALLENGE_UNREADABLE` on a 402 that is not x402, before anything is signed.
 */
export function watchExchange(send: typeof fetch, watch: Watch): typeof fetch {
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
      ? sendPayment(send, request, { ...watch, onEvent })
      : sendOrExplain(send, request))
    if (isPayment) reportPayment(response, onEvent)
    else if (isSignIn) reportSignIn(response, trip, onEvent)
    else if (response.status === 402) {
      trip.paymentRequired = parsePaymentRequired(response.headers)
      if (!trip.paymentRequired) {
        const message = 'The server answers 402, but not with an x402 challenge.'
        throw new PayerError('CHALLENGE_UNREADABLE', message, { answer: response })
      }
      const { accepts } = trip.paymentRequired
      onEvent({ type: 'challenge', paymentRequired: trip.paymentRequired, offers: describeOffers(accepts, wallets) })
    }
    return response
  }
}

async function sendOrExplain(send: typeof fetch, request: Request): Promise<Response> {
  try {
    return await send(request)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new PayerError('SERVER_UNREACHABLE', `Nothing answers at ${new URL(request.url).origin}.`, { cause })
  }
}

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
