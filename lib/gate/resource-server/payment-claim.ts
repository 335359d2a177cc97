import type { AuthorizationTruth } from '@/lib/base/chains/authorization'
import { orReason } from '@/lib/base/chains/errors'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import { addressIdentity, isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Claimed, ClaimInput } from '@/lib/payments/claim'
import { abandonClaim, type ClaimEnd, recordSpentZero } from '@/lib/payments/ledger'
import type { Verified } from '@/lib/payments/settling-note'
import type { Gate, OpenedRequest } from './gate'
import { readChallengedAt, readPaymentIdentifier } from './read-extensions'
import type { Settled } from './release'

export type PaymentClaim = ClaimInput & { signed: SignedPayment }
export type LeasedClaim = PaymentClaim & Claimed

/** Reads a payment, once; returns the reason when it does not fit its scheme and our terms. */
export const readPayment = (
  { chains }: Gate,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): SignedPayment | { reason: string } => orReason(() => readSignedPayment(payload, requirements, chains.further))

/**
 * The claim of a signed payment for a request, once its payer is known to have signed it under those terms; else the
 * wire's reason. Fails like an outage where only a chain that does not answer could tell.
 */
export async function buildClaim(
  gate: Gate,
  opened: OpenedRequest,
  signed: SignedPayment,
): Promise<PaymentClaim | { refused: string }> {
  const { payload, requirements, authorization } = signed
  const signature = await gate.chains.checkSignature(authorization.network, signed)
  if (!signature.isValid) return { refused: signature.invalidReason ?? reasons.invalidPayload }
  return {
    signed,
    authorization,
    payerIdentity: addressIdentity(authorization.network, authorization.payer),
    ...(await requestOf(gate, opened, payload)),
    payload,
    requirements,
  }
}

/** The ledger's notes of the request that a payment is for. */
export const requestOf = async ({ clock }: Pick<Gate, 'clock'>, opened: OpenedRequest, payload: PaymentPayload) => ({
  routeKey: opened.route.key,
  routeId: opened.route.config.stored?.routeId ?? '',
  resourceUri: opened.resourceUri,
  requestFingerprint: await opened.fingerprint(),
  paymentIdentifier: readPaymentIdentifier(payload),
  challengedAt: readChallengedAt(payload, clock()),
  requestId: currentRequestId() ?? null,
})

/**
 * `landed`: its money had arrived before this claim was verified. `taken`: another caller is settling it, or used it up
 * without a charge. `unreadable`: the facilitator says no, and the chain cannot say whether the payment has landed.
 */
type ClaimVerdict =
  | { kind: 'valid'; verified: Verified }
  | { kind: 'landed'; truth: LandedTransfer }
  | { kind: 'taken'; lastHeight: bigint | null }
  | { kind: 'unreadable' }
  | { kind: 'invalid'; reason: string }

export type LandedTransfer = Extract<AuthorizationTruth, { state: 'settled' }>

/**
 * Asks the facilitator whether the claim is unspent, and if not, the chain for its outcome. Only a payment that is
 * unspent here opens content: one that landed before may have opened something at another server (row 5a).
 */
export async function verifyClaim(gate: Gate, claim: LeasedClaim): Promise<ClaimVerdict> {
  const { chains, facilitator } = gate
  const lastHeight = chains.lastHeightOf(claim.authorization)
  const ifKnown = lastHeight.catch(() => null) // A spent or expired payment may have no such height any more.
  const verdict = await facilitator.verify(claim.signed, claim.paymentId)
  const atMs = performance.now()
  if (verdict.isValid) return { kind: 'valid', verified: { atMs, lastHeight: await lastHeight } }
  const reason = verdict.invalidReason ?? reasons.unexpectedVerifyError
  const truth = await chains.findAuthorization(claim.authorization, null)
  if (truth.state === 'settled' && isOurs(truth, claim.requirements)) return { kind: 'landed', truth }
  const isOpen = truth.state === 'unused' || truth.state === 'unreadable'
  if (isOpen && reason === reasons.duplicateSettlement) return { kind: 'taken', lastHeight: await ifKnown }
  return truth.state === 'unreadable' ? { kind: 'unreadable' } : { kind: 'invalid', reason }
}

const isOurs = ({ payTo }: LandedTransfer, requirements: PaymentRequirements): boolean =>
  isSameAddress(requirements.network, payTo, requirements.payTo)

/** True if the transfer on the chain is our price, paid to us. */
export const paysTerms = (truth: LandedTransfer, requirements: PaymentRequirements, amountAtomic: bigint): boolean =>
  truth.amountAtomic >= amountAtomic && isOurs(truth, requirements)

/** Ends a claim for which nothing was settled, and with it the reservation of the payer's money. */
export async function abandonPayment(gate: Gate, claim: LeasedClaim, end: ClaimEnd): Promise<void> {
  // When the claim was lost, another request has it now, and the reservation too.
  if (await abandonClaim(gate.database, claim, end)) await releaseReservation(gate, claim)
}

/** Releases what verifying reserved. A failure is only logged: the reservation lapses without help. */
export async function releaseReservation(
  gate: Gate,
  { authorization, paymentId }: { authorization: { key: string }; paymentId: string },
): Promise<void> {
  await gate.facilitator
    .release(authorization.key, paymentId)
    .catch((error: unknown) => gate.log.warn({ err: error, paymentId }, 'A reservation was not released'))
}

/**
 * Row 8: uses a payment up without a charge, and returns the answer that says so. At the facilitator first: a released
 * authorization could still be settled there from a copy, for its whole amount.
 */
export async function spendAtZero(gate: Gate, claim: LeasedClaim, reason: string | null = null): Promise<Settled> {
  await gate.facilitator.spend(claim.authorization.key, claim.paymentId)
  await recordSpentZero(gate.database, claim, reason)
  const { network } = claim.requirements
  const response = { success: true, transaction: '', network, payer: claim.authorization.payer, amount: '0' }
  return { response }
}
