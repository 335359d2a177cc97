import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentStatus, PaymentView, TimelineStep } from '@/lib/base/x402/views'

const endings: Partial<Record<PaymentStatus, Sentence>> = {
  abandoned: say('timeline.abandoned'),
  refused: say('timeline.refused'),
  undecidable: say('timeline.undecidable'),
  spent_zero: say('timeline.spentZero'),
}

export function buildPaymentTimeline(payment: PaymentView): TimelineStep[] {
  const { status, reason } = payment
  const step = (name: TimelineStep['name'], at: Date | null, note: Sentence | null = null): TimelineStep[] =>
    at === null ? [] : [{ name, at, note }]
  const ending = endings[status]
  const endNote =
    ending === undefined ? null : reason === null ? ending : say('timeline.because', { note: ending, reason })
  return [
    ...step('challenged', payment.challengedAt),
    ...step('signed', payment.claimedAt),
    ...step('verified', payment.verifiedAt),
    ...step('produced', payment.producedAt),
    ...step('settling', payment.settlingAt, status === 'unknown' ? say('timeline.unknown') : null),
    ...step('settled', payment.settledAt, settledNote(payment)),
    ...(isGivenUp(payment) ? step('ended', payment.endedAt, say('timeline.givenUp')) : []),
    ...step('released', status === 'settled' || status === 'spent_zero' ? payment.deliveredAt : null),
    ...(endNote === null ? [] : step('ended', payment.endedAt, endNote)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Settled in time, and its content given up later. */
const isGivenUp = ({ status, reason }: PaymentView): boolean =>
  status === 'received' && reason === reasons.deliveryExhausted

function settledNote(payment: PaymentView): Sentence | null {
  const { status, isPreempted, wasUnknown } = payment
  if (status === 'received' && !isGivenUp(payment)) return say('timeline.early')
  if (isPreempted) return say('timeline.preempted')
  return wasUnknown ? say('timeline.found') : null
}
