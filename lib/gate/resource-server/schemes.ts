import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { claimPayment } from '@/lib/payments/claim'
import { findPayment } from '@/lib/payments/ledger'
import { answerClaimedPayment } from './answer-claimed-payment'
import { answerHeld, answerRepeated } from './asked-before'
import type { Gate, PaidScheme } from './gate'
import type { OpenedRequest } from './opened-request'
import { buildClaim, type PaymentClaim, readPayment } from './payment-claim'
import { answerStopped } from './problem'
import { paymentInProgress, refuse } from './refuse-payment'
import type { SaleStop } from './route-config'

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
export const schemeOf = ({ schemes }: Gate, { scheme }: { scheme: string }): PaidScheme =>
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
