import type { Scheme } from '@/lib/base/x402/payment-option'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { answerSignedPayment } from './answer-signed-payment'
import { answerHeld } from './asked-before'
import { answerChannelPayment } from './channels/answer-channel-payment'
import { answerRepeatedCall } from './channels/answer-repeated-call'
import { authorizationKeyOf } from './channels/channel-call'
import type { Gate } from './gate'
import type { OpenedRequest } from './opened-request'
import { buildClaim } from './payment-claim'

/** How the gate answers payments of a scheme. */
type PaidScheme = {
  /** Answers a payment for one of the route's terms. */
  answer: (
    gate: Gate,
    opened: OpenedRequest,
    payload: PaymentPayload,
    requirements: PaymentRequirements,
  ) => Promise<Response>
  /** Reads a payment under terms that may come from anyone; null where it does not fit them. */
  read: (gate: Gate, payload: PaymentPayload, requirements: PaymentRequirements) => Promise<ReadForPast | null>
}

/** A payment with the ledger's key of it, and its answer when the ledger holds it under that key. */
type ReadForPast = { key: string; answer: (opened: OpenedRequest, row: LedgerRow) => Promise<Response | null> }

const transfer: PaidScheme = {
  answer: answerSignedPayment,
  async read(gate, payload, requirements) {
    const signed = await gate.ports.chains.readPayment(payload, requirements)
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

const channel: PaidScheme = {
  answer: answerChannelPayment,
  async read(gate, payload, requirements) {
    const payment = await gate.ports.chains.readChannelPayment(payload, requirements)
    if ('reason' in payment) return null
    const call = { payment, payload, requirements }
    return { key: authorizationKeyOf(call), answer: (opened) => answerRepeatedCall(gate, opened, call) }
  },
}

const schemes: Record<Scheme, PaidScheme> = { exact: transfer, upto: transfer, 'batch-settlement': channel }

/** An unknown scheme is none of ours: reading its payment refuses it. */
export const schemeOf = ({ scheme }: { scheme: string }): PaidScheme =>
  Object.hasOwn(schemes, scheme) ? schemes[scheme as Scheme] : transfer // Just found.
