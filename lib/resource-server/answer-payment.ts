import { inTurn } from '@/lib/infra/turns'
import { type ClaimInput, claimPayment } from '@/lib/payments/claim'
import { findPayment } from '@/lib/payments/ledger'
import { addressIdentity } from '@/lib/x402/addresses'
import { classifyAudience } from '@/lib/x402/audience'
import { matchRequirements } from '@/lib/x402/match-requirements'
import { parsePaymentPayload } from '@/lib/x402/parse-payment-payload'
import { BATCH_SETTLEMENT } from '@/lib/x402/payment-channel'
import { reasons } from '@/lib/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { answerClaimedPayment } from './answer-claimed-payment'
import { answerPaymentRequired } from './answer-payment-required'
import { answerRepeatedPayment } from './answer-repeated-payment'
import { answerStopped } from './answer-stopped'
import { answerChannelPayment } from './channels/answer-channel-payment'
import type { Gate } from './gate'
import type { OpenedRequest } from './open-request'
import { isOutage } from './ports'
import { findEchoFault, readChallengedAt, readPaymentIdentifier } from './read-extensions'
import { facilitatorUnreachable, paymentInProgress, refuse, requestTooLarge } from './refuse-payment'
import type { SaleStop } from './route-config'

/** Rows 4 to 12: decode, match our options, check the signature, claim, produce and settle. */
export async function answerPayment(gate: Gate, opened: OpenedRequest, header: string): Promise<Response> {
  const parsed = parsePaymentPayload(header)
  if (!parsed.ok) {
    return answerPaymentRequired(gate, opened, { error: parsed.reason, detail: parsed.message })
  }
  const { payload } = parsed
  const requirements = matchRequirements(payload.accepted, opened.route.accepts, opened.route.interchangeable)
  if (!requirements) return refuse(gate, opened, reasons.invalidPaymentRequirements)
  const echoFault = findEchoFault(opened, payload)
  if (echoFault) return refuse(gate, opened, echoFault)
  if (!(await opened.body.fits())) return requestTooLarge(opened, 'You were not charged.')
  const turn = await gate.takeTurn(opened.request)
  const answer = requirements.scheme === BATCH_SETTLEMENT ? answerChannelPayment : answerSigned
  try {
    return await inTurn(
      turn,
      () => answer(gate, opened, payload, requirements),
      ({ ok }) => ok,
    )
  } catch (error) {
    if (isOutage(error)) return facilitatorUnreachable()
    throw error
  }
}

async function answerSigned(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<Response> {
  const claim = await buildClaim(gate, opened, payload, requirements)
  return 'refused' in claim ? refuse(gate, opened, claim.refused) : answerClaim(gate, opened, claim)
}

async function buildClaim(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<ClaimInput | { refused: string }> {
  const authorization = await gate.ports.chains.authorizationOf(payload, requirements)
  if ('reason' in authorization) return { refused: authorization.reason }
  const signature = await gate.ports.chains.checkSignature(payload, requirements)
  if (!signature.isValid) return { refused: signature.invalidReason ?? reasons.invalidPayload }
  return {
    authorization,
    payerIdentity: addressIdentity(authorization.network, authorization.payer),
    routeKey: opened.route.key,
    resourceUri: opened.resourceUri,
    requestFingerprint: await opened.fingerprint(),
    paymentIdentifier: readPaymentIdentifier(opened, payload),
    payload,
    requirements,
    challengedAt: readChallengedAt(payload, gate.clock()),
    audience: classifyAudience(opened.request),
  }
}

async function answerClaim(gate: Gate, opened: OpenedRequest, input: ClaimInput): Promise<Response> {
  const { stop } = opened.route.config
  if (stop) return answerWhileStopped(gate, opened, input, stop)
  // An earlier payment for the same thing is answered in its place, unless nobody knows whether it is the same.
  const result = await claimPayment(gate.database, input, { ignoresEarlier: !opened.body.isTold })
  if (result.kind === 'claimed') return answerClaimedPayment(gate, opened, { ...input, ...result })
  const answer = await answerRepeatedPayment(gate, opened, input, result)
  if (answer !== 'claim') return answer
  const again = await claimPayment(gate.database, input, { ignoresEarlier: true })
  if (again.kind === 'claimed') return answerClaimedPayment(gate, opened, { ...input, ...again })
  const final = await answerRepeatedPayment(gate, opened, input, again)
  return final === 'claim' ? paymentInProgress() : final
}

/** Takes no new payment; one that was taken before is answered as ever. */
async function answerWhileStopped(
  gate: Gate,
  opened: OpenedRequest,
  input: ClaimInput,
  stop: SaleStop,
): Promise<Response> {
  const row = await findPayment(gate.database, input.authorization.key)
  if (!row || row.status === 'abandoned' || row.status === 'refused') return answerStopped(stop)
  const answer = await answerRepeatedPayment(gate, opened, input, { kind: 'taken', row })
  return answer === 'claim' ? answerStopped(stop) : answer
}
