import { expect, it } from 'vitest'
import { say } from '@/lib/base/sentences/say'
import type { PaymentView } from '@/lib/base/x402/views'
import { buildPaymentTimeline } from './payment-timeline'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
/** The part that steps are told by. */
const none = {
  status: 'claimed',
  reason: null,
  isPreempted: false,
  wasUnknown: false,
  challengedAt: null,
  claimedAt: at(1),
  verifiedAt: null,
  producedAt: null,
  settlingAt: null,
  settledAt: null,
  deliveredAt: null,
  endedAt: null,
} as PaymentView
const names = (payment: PaymentView) => buildPaymentTimeline(payment).map(({ name }) => name)

it('shows every step of one that went through', () => {
  const moments = { challengedAt: at(0), verifiedAt: at(2), producedAt: at(3), settlingAt: at(4), settledAt: at(5) }
  const whole: PaymentView = { ...none, ...moments, status: 'settled', deliveredAt: at(6), endedAt: at(6) }
  expect(names(whole)).toEqual(['challenged', 'signed', 'verified', 'produced', 'settling', 'settled', 'released'])
})

it('says why one dropped', () => {
  const dropped: PaymentView = { ...none, status: 'abandoned', reason: 'handler_504', endedAt: at(2) }
  expect(buildPaymentTimeline(dropped).at(-1)).toEqual({
    name: 'ended',
    at: at(2),
    note: say('timeline.because', { note: say('timeline.abandoned'), reason: 'handler_504' }),
  })
})

it('says of one whose content was given up that its money is to be refunded, and of one used elsewhere that it opened nothing', () => {
  const landed = { settledAt: at(3), endedAt: at(9), status: 'received' } as const
  const steps = buildPaymentTimeline({ ...none, ...landed, reason: 'delivery_exhausted' })
  expect(steps.slice(-2)).toEqual([
    { name: 'settled', at: at(3), note: null },
    { name: 'ended', at: at(9), note: say('timeline.givenUp') },
  ])
  const used = buildPaymentTimeline({ ...none, ...landed, reason: 'authorization_already_used' })
  expect(used.at(-1)).toMatchObject({ name: 'settled', note: say('timeline.early') })
})
