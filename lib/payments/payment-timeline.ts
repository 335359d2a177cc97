import type { PaymentStatus } from '@/lib/x402/payment-status'
import type { PaymentView } from '@/lib/x402/payment-view'
import { reasons } from '@/lib/x402/reasons'

export type TimelineStep = {
  name: 'challenged' | 'signed' | 'verified' | 'produced' | 'settling' | 'settled' | 'released' | 'ended'
  at: Date
  /** What happened, where the name of the step does not say all. */
  note: string | null
}

export type PaymentMoments = Pick<
  PaymentView,
  | 'status'
  | 'reason'
  | 'isPreempted'
  | 'wasUnknown'
  | 'challengedAt'
  | 'claimedAt'
  | 'verifiedAt'
  | 'producedAt'
  | 'settlingAt'
  | 'settledAt'
  | 'deliveredAt'
  | 'endedAt'
>

const endings: Partial<Record<PaymentStatus, string>> = {
  abandoned: 'Given up; no money moved.',
  refused: 'The settlement was refused; no money moved.',
  undecidable: 'The chain can no longer tell whether it was paid.',
  spent_zero: 'It cost nothing; no money moved.',
}

/** The course of one payment, step by step. The reason is at the step where it failed. */
export function buildPaymentTimeline(payment: PaymentMoments): TimelineStep[] {
  const { status, reason } = payment
  const step = (name: TimelineStep['name'], at: Date | null, note: string | null = null): TimelineStep[] =>
    at === null ? [] : [{ name, at, note }]
  const ending = endings[status]
  const endNote = ending === undefined ? null : reason === null ? ending : `${ending} Reason: ${reason}.`
  return [
    ...step('challenged', payment.challengedAt),
    ...step('signed', payment.claimedAt),
    ...step('verified', payment.verifiedAt),
    ...step('produced', payment.producedAt),
    ...step('settling', payment.settlingAt, status === 'unknown' ? 'Nobody knows yet whether it landed.' : null),
    ...step('settled', payment.settledAt, settledNote(payment)),
    ...(isGivenUp(payment)
      ? step('ended', payment.endedAt, 'Its content did not arrive; the money is to be given back.')
      : []),
    ...step('released', status === 'settled' || status === 'spent_zero' ? payment.deliveredAt : null),
    ...(endNote === null ? [] : step('ended', payment.endedAt, endNote)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Settled in its time, and its content given up later. */
const isGivenUp = ({ status, reason }: PaymentMoments): boolean =>
  status === 'received' && reason === reasons.deliveryExhausted

function settledNote(payment: PaymentMoments): string | null {
  const { status, isPreempted, wasUnknown } = payment
  if (status === 'received' && !isGivenUp(payment))
    return 'It had landed before it was presented here, or was settled for another server, so it opened nothing.'
  if (isPreempted) return 'Somebody else landed the authorization; the money arrived.'
  return wasUnknown ? 'Found on the chain after its outcome was unknown.' : null
}
