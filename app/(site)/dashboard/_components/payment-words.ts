import type { PaymentStatus } from '@/lib/base/x402/payment-status'
import type { Translate } from '@/lib/site/messages/translate'
import type { BadgeState } from '@/lib/site/ui/badge'

/** The badge of a payment's status; the words are `payments.status`. */
export const paymentBadges: Record<PaymentStatus, BadgeState> = {
  claimed: 'waiting',
  streaming: 'waiting',
  settling: 'waiting',
  unknown: 'waiting',
  settled: 'settled',
  received: 'waiting',
  spent_zero: 'neutral',
  abandoned: 'neutral',
  refused: 'refused',
  undecidable: 'refused',
}

/** In the order of filters. */
export const paymentStatuses = Object.keys(paymentBadges) as PaymentStatus[]

/** Why a payment ended without money, in words where we have some, and always with its code. */
export function reasonInWords(t: Translate<'payments'>, code: string): string {
  const key = `reasons.${code}`
  return isKnown(t, key) ? t('withCode', { words: t(key), code }) : code
}

const isKnown = (t: Translate<'payments'>, key: string): key is 'reasons.head_request' =>
  t.has(key as 'reasons.head_request')
