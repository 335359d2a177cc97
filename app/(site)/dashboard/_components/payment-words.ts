import { isPaid, type PaymentStatus } from '@/lib/base/x402/payment-status'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { Translate } from '@/lib/site/messages/translate'
import type { BadgeState } from '@/lib/site/ui/badge'

/** A payment as a seller sees it: its status, or that it was refunded. */
export type PaymentState = PaymentStatus | 'given_back' | 'given_back_in_part'

export function stateOf({ status, givenBack }: Pick<PaymentView, 'status' | 'givenBack'>): PaymentState {
  if (givenBack === 'none') return status
  return givenBack === 'whole' ? 'given_back' : 'given_back_in_part'
}

export function filterOf(state: PaymentState): Partial<Pick<PaymentView, 'status' | 'givenBack'>> {
  if (state === 'given_back') return { givenBack: 'whole' }
  if (state === 'given_back_in_part') return { givenBack: 'part' }
  return isPaid(state) ? { status: state, givenBack: 'none' } : { status: state }
}

/** The badge of a payment's state, in the order of filters; the words are `payments.status`. */
export const paymentBadges: Record<PaymentState, BadgeState> = {
  claimed: 'waiting',
  streaming: 'waiting',
  settling: 'waiting',
  unknown: 'waiting',
  settled: 'settled',
  received: 'waiting',
  given_back: 'neutral',
  given_back_in_part: 'settled',
  spent_zero: 'neutral',
  abandoned: 'neutral',
  refused: 'refused',
  undecidable: 'refused',
}

export const paymentStates = Object.keys(paymentBadges) as PaymentState[]

export type Explanation = PaymentStatus | 'undelivered' | 'given_back'

/** Resolves what the state of a payment means for its money and its answer; the words are `payments.explained`. */
export function explanationOf({ status, givenBack, deliveredAt }: PaymentView): Explanation {
  if (givenBack === 'whole') return 'given_back'
  return status === 'settled' && deliveredAt === null ? 'undelivered' : status
}

/** Why a payment ended without money, in words where we have some, and always with its code. */
export function reasonInWords(t: Translate<'payments'>, code: string): string {
  const key = `reasons.${code}`
  return isKnown(t, key) ? t('withCode', { words: t(key), code }) : code
}

const isKnown = (t: Translate<'payments'>, key: string): key is 'reasons.head_request' =>
  t.has(key as 'reasons.head_request')
