import { type GivenBackFilter, isPaid, type PaymentStatus, type PaymentView } from '@/lib/base/x402/views'
import type { Translate } from '@/lib/site/messages/translate'
import type { BadgeState } from '@/lib/site/ui/badge'

/** A payment as a seller sees it: its status, or how its refund stands. */
export type PaymentState = PaymentStatus | 'refund_not_sent' | 'given_back' | 'given_back_in_part'

export function stateOf({ status, givenBack, promisedAtomic }: PaymentView): PaymentState {
  if (promisedAtomic > 0n) return 'refund_not_sent'
  if (givenBack === 'none') return status
  return givenBack === 'whole' ? 'given_back' : 'given_back_in_part'
}

function filterOf(state: PaymentState): { status?: PaymentStatus; givenBack?: GivenBackFilter } {
  if (state === 'refund_not_sent') return { givenBack: 'promised' }
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
  refund_not_sent: 'waiting',
  given_back: 'neutral',
  given_back_in_part: 'settled',
  spent_zero: 'neutral',
  abandoned: 'neutral',
  refused: 'refused',
  undecidable: 'refused',
}

const paymentStates = Object.keys(paymentBadges) as PaymentState[]

/** States that a seller looks for; an address finds the others too. */
export const offeredStates = paymentStates.filter(
  (state) => !/^(claimed|streaming|settling|unknown|spent_zero|abandoned|undecidable)$/.test(state),
)

/** The filter in the address of the payments page, for the reads and for addresses. */
export function readPaymentFilter(query: Record<string, string | string[] | undefined>) {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 100) : '')
  const status: PaymentState | '' = paymentStates.find((state) => state === text('status')) ?? ''
  const [search, routeId] = [text('q').replaceAll('\0', '').trim(), text('route')]
  return {
    status,
    search,
    routeId,
    filter: { ...(status && filterOf(status)), ...(search && { search }), ...(routeId && { routeId }) },
    kept: { ...(status && { status }), ...(search && { q: search }), ...(routeId && { route: routeId }) },
  }
}

export type Explanation = PaymentStatus | 'undelivered' | 'refund_not_sent' | 'given_back'

/** Resolves what the state of a payment means for its money and its answer; the words are `payments.explained`. */
export function explanationOf({ status, givenBack, promisedAtomic, deliveredAt }: PaymentView): Explanation {
  if (promisedAtomic > 0n) return 'refund_not_sent'
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
