import { runTurn } from '@/lib/base/infra/concurrency'
import { matchRequirements } from '@/lib/base/x402/match-requirements'
import { parsePaymentPayload } from '@/lib/base/x402/payment-payload'
import { reasons } from '@/lib/base/x402/reasons'
import { parseVersion1Payment } from '@/lib/base/x402/v1/serve'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { claimPayment } from '@/lib/payments/claim'
import { findPayment } from '@/lib/payments/ledger'
import { answerClaimedPayment } from './answer-claimed-payment'
import { answerPaymentRequired } from './answer-payment-required'
import { answerHeld, answerRepeated } from './asked-before'
import type { Gate, OpenedRequest, PaidScheme } from './gate'
import { isForRequest } from './open-request'
import { buildClaim, type PaymentClaim, readPayment } from './payment-claim'
import { isOutage } from './ports'
import { answerStopped } from './problem'
import { findEchoFault, withoutUndeclaredCode } from './read-extensions'
import { facilitatorUnreachable, paymentInProgress, refuse, requestTooLarge } from './refuse-payment'
import type { SaleStop } from './route-config'

/** A payment as it was sent: `PAYMENT-SIGNATURE`, or `X-PAYMENT` of version 1. */
export type PaymentHeader = { version: 1 | 2; value: string }

/** Rows 4 to 12: decode, match our options, check the signature, claim, produce and settle. */
export async function answerPayment(gate: Gate, opened: OpenedRequest, sent: PaymentHeader): Promise<Response> {
  const parsed =
    sent.version === 1 ? parseVersion1Payment(sent.value, offersOf(opened)) : parsePaymentPayload(sent.value)
  if (!parsed.ok) {
    if (parsed.reason === reasons.invalidPaymentRequirements) return refuse(gate, opened, parsed.reason)
    return answerPaymentRequired(gate, opened, { error: parsed.reason, detail: parsed.message })
  }
  const payload = withoutUndeclaredCode(opened, parsed.payload)
  const terms = matchTerms(opened, payload)
  if ('fault' in terms) {
    const answerPast = async () => (await answerPastTerms(gate, opened, payload)) ?? refuse(gate, opened, terms.fault)
    return checkInTurn(gate, opened, answerPast)
  }
  const { requirements } = terms
  Object.assign(opened.facts, { network: requirements.network, scheme: requirements.scheme })
  if (!(await opened.body.fits())) return requestTooLarge(opened, 'You were not charged.')
  return checkInTurn(gate, opened, () => schemeOf(gate, requirements).answer(gate, opened, payload, requirements))
}

const offersOf = (opened: OpenedRequest) => termsOf(opened).map(({ accepts }) => accepts)

/** Terms that may be paid now: the route's own, then those that it had until a moment ago. */
const termsOf = ({ route }: OpenedRequest) => [route, ...route.past.filter(({ until }) => until > performance.now())]

/** The terms that a payment was made for, or the reason why it fits none of them. */
function matchTerms(
  opened: OpenedRequest,
  payload: PaymentPayload,
): { requirements: PaymentRequirements } | { fault: string } {
  const requirements = termsOf(opened)
    .map(({ accepts, interchangeable }) => matchRequirements(payload.accepted, accepts, interchangeable))
    .find((found) => found !== null)
  if (!requirements) return { fault: reasons.invalidPaymentRequirements }
  const fault = findEchoFault(opened, payload)
  return fault === null ? { requirements } : { fault }
}

/** Checks a payment when its turn comes, and reports whether it was genuine. */
async function checkInTurn(gate: Gate, opened: OpenedRequest, answer: () => Promise<Response>): Promise<Response> {
  const turn = await gate.takeTurn(opened.request)
  try {
    return await runTurn(turn, answer, ({ ok }) => ok)
  } catch (error) {
    if (isOutage(error)) return facilitatorUnreachable()
    throw error
  }
}

/**
 * Answers a payment that does not fit the route's present terms, which may have changed since it was taken: with its
 * outcome, where the ledger holds this very payment for this very request. Null otherwise. Claims and settles nothing.
 * The accepted terms in the payload are only its sender's claim. They lead to one row at most, by one indexed read; the
 * payment and its signature are then checked by the terms that are stored there.
 */
async function answerPastTerms(gate: Gate, opened: OpenedRequest, payload: PaymentPayload): Promise<Response | null> {
  const named = await schemeOf(gate, payload.accepted).read(gate, payload, payload.accepted)
  const row = named && (await findPayment(gate.database, named.key))
  if (!row) return null
  Object.assign(opened.facts, { paymentId: row.id, network: row.network, scheme: row.scheme })
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms of that time, or emptied.
  const read = await schemeOf(gate, requirements).read(gate, payload, requirements)
  if (read?.key !== named.key) return null
  return (await opened.body.fits()) && (await isForRequest(opened, row)) ? read.answer(opened, row) : null
}

const transfer: PaidScheme = {
  answer: answerSignedPayment,
  async read(gate, payload, requirements) {
    const signed = readPayment(gate, payload, requirements)
    if ('reason' in signed) return null
    return {
      key: signed.authorization.key,
      async answer(opened, row) {
        const claim = await buildClaim(gate, opened, signed)
        return 'refused' in claim ? null : answerHeld(gate, opened, claim, row)
      },
    }
  },
}

/** An unknown scheme is none of ours: reading its payment refuses it. */
const schemeOf = ({ schemes }: Gate, { scheme }: { scheme: string }): PaidScheme =>
  (Object.hasOwn(schemes, scheme) ? schemes[scheme] : null) ?? transfer

/** Answers a payment that moves its money by one transfer: checks its signature, claims it, produces and settles. */
async function answerSignedPayment(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<Response> {
  const signed = readPayment(gate, payload, requirements)
  if ('reason' in signed) return refuse(gate, opened, signed.reason)
  const claim = await buildClaim(gate, opened, signed)
  return 'refused' in claim ? refuse(gate, opened, claim.refused) : answerClaim(gate, opened, claim)
}

async function answerClaim(gate: Gate, opened: OpenedRequest, input: PaymentClaim): Promise<Response> {
  const { stop } = opened.route.config
  if (stop) return answerWhileStopped(gate, opened, input, stop)
  // An earlier payment for the same thing is answered instead, unless nobody can tell whether it is the same.
  const result = await claimPayment(gate.database, input, { ignoresEarlier: !opened.body.isTold })
  if (result.kind === 'claimed') return answerClaimedPayment(gate, opened, { ...input, ...result })
  const answer = await answerRepeated(gate, opened, input, result)
  if (answer) return answer
  const again = await claimPayment(gate.database, input, { ignoresEarlier: true })
  if (again.kind === 'claimed') return answerClaimedPayment(gate, opened, { ...input, ...again })
  return (await answerRepeated(gate, opened, input, again)) ?? paymentInProgress()
}

async function answerWhileStopped(gate: Gate, opened: OpenedRequest, input: PaymentClaim, stop: SaleStop) {
  const row = await findPayment(gate.database, input.authorization.key)
  return (row && (await answerHeld(gate, opened, input, row))) ?? answerStopped(stop)
}
