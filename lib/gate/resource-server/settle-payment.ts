import { setTimeout as sleep } from 'node:timers/promises'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { within } from '@/lib/base/infra/concurrency'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements, SettleOutcome, SettleResponse } from '@/lib/base/x402/wire'
import { beginSettling, recordRefused, recordSettled, recordUnknown } from '@/lib/payments/ledger'
import { type CallerNote, type Entitlement, toSettlingNote, type Verified } from '@/lib/payments/settling-note'
import type { GateDelivery } from './deliver'
import type { Gate, OpenedRequest } from './gate'
import { type LeasedClaim, paysTerms, releaseReservation } from './payment-claim'
import { resolveUnknown, settlementFromChain, wasSentForAnother } from './reconcile'
import { type ReadAnswer, toStoredAnswer } from './release'

export type SettleTerms = {
  amountAtomic: bigint
  verified: Verified
  /** False when settlement comes first. */
  isProduced: boolean
  answer: ReadAnswer | null
  entitlement: Entitlement
}

/** `resolved`: another process found the outcome while we waited; the ledger has it. */
export type PaymentSettlement =
  | { kind: 'settled'; delivery: GateDelivery }
  | { kind: 'refused'; reason: string; response: SettleResponse }
  | { kind: 'unknown' }
  | { kind: 'resolved' }

/** Settles a claim, and records the outcome before anything is released. */
export async function settlePayment(gate: Gate, claim: LeasedClaim, terms: SettleTerms): Promise<PaymentSettlement> {
  const note = noteOf(gate, claim, terms)
  const outcome = await settleWithin(gate, claim, atAmount(claim.signed, terms.amountAtomic), note)
  // The outcome is recorded on the written note, also after an early refusal or when it is unknown.
  if (outcome.kind !== 'settled') await note.write()
  switch (outcome.kind) {
    case 'settled':
      return keepSettled(gate, claim, terms, outcome, false)
    case 'refused':
      return afterRefusal(gate, claim, terms, outcome)
    case 'unknown':
      return waitForOutcome(gate, claim, terms, outcome.reason)
  }
}

/** For `upto` the used amount is settled; for `exact` the terms stay as they were signed. */
function atAmount(signed: SignedPayment, amountAtomic: bigint): SignedPayment {
  const { requirements } = signed
  if (requirements.scheme !== 'upto') return signed
  return { ...signed, requirements: { ...requirements, amount: amountAtomic.toString() } }
}

/** The ledger's note that a payment is being settled: written once, before anything is sent. */
function noteOf(gate: Gate, claim: LeasedClaim, terms: SettleTerms): CallerNote {
  let writing: Promise<void> | null = null
  const read = () => toSettlingNote({ ...claim, ...terms })
  return {
    read,
    write: () => (writing ??= beginSettling(gate.database, read())),
    written: () => {
      writing = Promise.resolve()
    },
  }
}

async function settleWithin(
  gate: Gate,
  claim: LeasedClaim,
  signed: SignedPayment,
  note: CallerNote,
): Promise<SettleOutcome> {
  try {
    const settling = gate.facilitator.settle(signed, note, claim.paymentId)
    return (
      (await within(signed.requirements.maxTimeoutSeconds * 1000, settling)) ?? { kind: 'unknown', reason: 'timeout' }
    )
  } catch (error) {
    gate.log.error({ err: error, paymentId: claim.paymentId }, 'A settlement broke off')
    return { kind: 'unknown', reason: reasons.unexpectedSettleError }
  }
}

async function keepSettled(
  gate: Gate,
  claim: LeasedClaim,
  terms: SettleTerms,
  outcome: Extract<SettleOutcome, { kind: 'settled' }>,
  isPreempted: boolean,
): Promise<PaymentSettlement> {
  const { response, extensionResponses } = outcome
  const row = { id: claim.paymentId, leaseToken: claim.leaseToken }
  const answer = terms.answer ? toStoredAnswer(terms.answer) : null
  const record = () => recordSettled(gate.database, row, { response, extensionResponses, isPreempted, answer })
  // Both ledgers write it at the same time, and the buyer is told when both have; the facilitator's may be late.
  const written = within(claim.requirements.maxTimeoutSeconds * 1000, outcome.written ?? Promise.resolve(null))
  const recording = record().catch(async (error: unknown) => {
    // It tries until the database is back.
    if ((await written) === null) throw error
    return record()
  })
  const [isRecorded] = await Promise.all([recording, written])
  if (!isRecorded) return { kind: 'resolved' }
  gate.observer.ended?.({ paymentId: claim.paymentId, status: 'settled', reason: null })
  return {
    kind: 'settled',
    delivery: { paymentId: claim.paymentId, leaseToken: claim.leaseToken, response, extensionResponses },
  }
}

/** A facilitator may refuse what a third party has landed, or what it settles for another: the chain decides. */
async function afterRefusal(
  gate: Gate,
  claim: LeasedClaim,
  terms: SettleTerms,
  outcome: Extract<SettleOutcome, { kind: 'refused' }>,
): Promise<PaymentSettlement> {
  const reason = outcome.response.errorReason ?? reasons.unexpectedSettleError
  if (reason === reasons.duplicateSettlement) return waitForOutcome(gate, claim, terms, reason)
  const truth = await gate.chains.findAuthorization(claim.authorization, terms.verified.lastHeight)
  if ('reason' in truth) return waitForOutcome(gate, claim, terms, truth.reason)
  const { paymentId } = claim
  if (truth.state === 'settled' && (await wasSentForAnother(gate, paymentId, claim.signed, truth)))
    return waitForOutcome(gate, claim, terms, reason)
  if (truth.state === 'settled' && paysTerms(truth, claim.requirements, terms.amountAtomic)) {
    const response = settlementFromChain(claim, truth)
    return keepSettled(gate, claim, terms, { kind: 'settled', response }, true)
  }
  if (truth.state === 'unused' && outcome.mayStillLand) return waitForOutcome(gate, claim, terms, reason)
  const isRecorded = await recordRefused(gate.database, claim, { reason, response: outcome.response })
  if (!isRecorded) return { kind: 'resolved' }
  await releaseReservation(gate, claim)
  gate.observer.ended?.({ paymentId: claim.paymentId, status: 'refused', reason })
  return { kind: 'refused', reason, response: outcome.response }
}

/** Row 11: outcome unknown. Waits as long as the payer's authorization allows, then leaves it to the reconciler. */
async function waitForOutcome(
  gate: Gate,
  claim: LeasedClaim,
  terms: SettleTerms,
  reason: string,
): Promise<PaymentSettlement> {
  const answer = terms.answer ? toStoredAnswer(terms.answer) : null
  await recordUnknown(gate.database, claim, { reason, answer })
  const deadline = terms.verified.atMs + claim.requirements.maxTimeoutSeconds * 1000
  for (;;) {
    const resolved = await resolveUnknown(gate, { id: claim.paymentId })
    if (resolved.status !== 'unknown') return { kind: 'resolved' }
    if (performance.now() >= deadline) break
    await sleep(500)
  }
  return { kind: 'unknown' }
}

type Paid = { paymentId: string; payer: string; requirements: PaymentRequirements }

export const paidBy = ({ paymentId, authorization, requirements }: LeasedClaim): Paid => ({
  paymentId,
  payer: authorization.payer,
  requirements,
})

/** Runs the seller's hook for a payment that was settled. Errors are logged. */
export async function runAfterSettlement(
  gate: Gate,
  opened: OpenedRequest,
  paid: Paid,
  response: SettleResponse,
): Promise<void> {
  try {
    await opened.route.config.hooks?.afterSettlement?.({
      ...paid,
      resourceUri: opened.resourceUri,
      response,
    })
  } catch (error) {
    gate.log.error({ err: error, paymentId: paid.paymentId }, 'An afterSettlement hook threw')
  }
}
