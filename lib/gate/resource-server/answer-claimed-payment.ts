import { ALREADY_OWNED, reasons } from '@/lib/base/x402/reasons'
import { findGivingPayment } from '@/lib/payments/find-payments'
import { doubtClaim, findPayment, LostClaimError, recordReceived, recordUnknown } from '@/lib/payments/ledger'
import type { Verified } from '@/lib/payments/settling-note'
import { buyerOf, deliver, deliverSettled, produceSettled, rememberedHeaders, responseOf } from './deliver'
import { findAccess, spendPass } from './find-access'
import type { Gate, OpenedRequest } from './gate'
import { createIdleMeter, createMeter, meterTermsOf } from './meter'
import { abandonPayment, type LandedTransfer, type LeasedClaim, spendAtZero, verifyClaim } from './payment-claim'
import { isOutage } from './ports'
import { produce } from './produce'
import { alreadyUsedResponse } from './reconcile'
import {
  amountInvalid,
  facilitatorUnreachable,
  payerLimited,
  paymentInProgress,
  refuse,
  refuseUsed,
  stillUnknown,
} from './refuse-payment'
import { discardAnswer, type ReadAnswer, releaseAnswer, settledHeaders } from './release'
import { type PaymentSettlement, paidBy, runAfterSettlement, type SettleTerms, settlePayment } from './settle-payment'

/** Rows 5 to 11 for a payment that only this request works on: verify, produce, meter, settle, release. */
export async function answerClaimedPayment(gate: Gate, opened: OpenedRequest, claim: LeasedClaim): Promise<Response> {
  Object.assign(opened.facts, { paymentId: claim.paymentId, settledAs: 'settled' })
  const dropLease = gate.leases.hold(claim)
  try {
    return await completeClaim(gate, opened, claim)
  } catch (error) {
    if (error instanceof LostClaimError) return paymentInProgress()
    // The facilitator is asked before the handler, so an outage uses up none of the handler's runs.
    const isOut = isOutage(error)
    const reason = isOut ? 'facilitator_unreachable' : 'internal_error'
    await abandonPayment(gate, claim, { reason, isHandlerRun: !isOut })
    await recordUnknown(gate.database, claim, { reason: 'internal_error', answer: null })
    if (isOut) return facilitatorUnreachable()
    throw error
  } finally {
    dropLease()
  }
}

async function completeClaim(gate: Gate, opened: OpenedRequest, claim: LeasedClaim): Promise<Response> {
  const verdict = await verifyClaim(gate, claim)
  if (verdict.kind === 'invalid') {
    await abandonPayment(gate, claim, { reason: verdict.reason, isHandlerRun: false })
    return refuse(gate, opened, verdict.reason)
  }
  if (verdict.kind === 'landed') return keepReceived(gate, opened, claim, verdict.truth)
  if (verdict.kind === 'taken') {
    const reason = reasons.authorizationAlreadyUsed
    await doubtClaim(gate.database, claim, { reason, lastHeight: verdict.lastHeight })
    return refuse(gate, opened, reasons.paymentAlreadyUsed)
  }
  if (verdict.kind === 'unreadable') {
    await abandonPayment(gate, claim, { reason: reasons.settlementUnknown, isHandlerRun: false })
    return stillUnknown()
  }
  const owned = await answerOwner(gate, opened, claim)
  if (owned) return owned
  const { verified } = verdict
  if (claim.paysFirst && claim.authorization.scheme === 'upto') {
    await abandonPayment(gate, claim, { reason: 'payer_limited', isHandlerRun: false })
    return payerLimited()
  }
  const isSettledFirst = opened.route.config.settle === 'before' || claim.paysFirst
  return isSettledFirst
    ? settleThenProduce(gate, opened, claim, verified)
    : produceThenSettle(gate, opened, claim, verified)
}

/** Row 5a: the money has arrived and opens nothing here, for it may have opened something elsewhere. */
async function keepReceived(gate: Gate, opened: OpenedRequest, claim: LeasedClaim, truth: LandedTransfer) {
  const response = alreadyUsedResponse(claim, truth)
  const isRecorded = await recordReceived(gate.database, claim, { response, ...truth })
  if (!isRecorded) return paymentInProgress()
  gate.observer.ended?.({ paymentId: claim.paymentId, status: 'received', reason: response.errorReason ?? null })
  return refuseUsed(gate, opened, response)
}

async function produceThenSettle(gate: Gate, opened: OpenedRequest, claim: LeasedClaim, verified: Verified) {
  const { meter, read } = createMeter(meterTermsOf(claim.requirements))
  const stopReserving = renewReservation(gate, claim)
  const produced = await produce(gate, opened, { buyer: buyerOf(toBuyerRow(claim)), meter }).finally(stopReserving)
  const reading = claim.authorization.scheme === 'upto' ? read() : fixedAmount(claim)
  if (reading.kind === 'invalid' && (produced.isOk || produced.answer.status >= 500)) {
    await discardAnswer(produced.answer)
    await abandonPayment(gate, claim, { reason: reasons.settlementAmountInvalid, isHandlerRun: true })
    return amountInvalid(reading.message)
  }
  if (!produced.isOk || reading.kind === 'invalid') {
    return answerHandlerFailure(gate, opened, claim, produced.answer)
  }
  if (reading.amountAtomic === 0n && claim.authorization.scheme === 'upto') {
    return releaseAnswer(produced.answer, opened, settledHeaders(await spendAtZero(gate, claim)))
  }
  const settlement = await settleAsked(gate, opened, claim, {
    amountAtomic: reading.amountAtomic,
    verified,
    isProduced: true,
    answer: produced.answer,
  })
  return answerSettlement(gate, opened, claim, settlement, produced.answer)
}

async function settleThenProduce(gate: Gate, opened: OpenedRequest, claim: LeasedClaim, verified: Verified) {
  const settlement = await settleAsked(gate, opened, claim, {
    amountAtomic: claim.authorization.amountAtomic,
    verified,
    isProduced: false,
    answer: null,
  })
  if (settlement.kind !== 'settled') return answerSettlement(gate, opened, claim, settlement, null)
  return (await produceSettled(gate, opened, toBuyerRow(claim), settlement.delivery)) ?? paymentInProgress()
}

/** Row 7: the handler's own answer, and nothing is settled. */
async function answerHandlerFailure(gate: Gate, opened: OpenedRequest, claim: LeasedClaim, answer: ReadAnswer) {
  await abandonPayment(gate, claim, { reason: `handler_${answer.status}`, isHandlerRun: true, ...opened.facts })
  return releaseAnswer(answer, opened)
}

/** Settles for a buyer who waits, and runs the seller's hook. */
async function settleAsked(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  terms: Omit<SettleTerms, 'entitlement'>,
): Promise<PaymentSettlement> {
  const settlement = await settlePayment(gate, claim, { ...terms, entitlement: opened.entitlement })
  if (settlement.kind === 'settled') void runAfterSettlement(gate, opened, paidBy(claim), settlement.delivery.response)
  return settlement
}

async function answerSettlement(
  gate: Gate,
  opened: OpenedRequest,
  claim: LeasedClaim,
  settlement: PaymentSettlement,
  answer: ReadAnswer | null,
): Promise<Response> {
  switch (settlement.kind) {
    case 'settled':
      return answer ? deliver(gate, opened, settlement.delivery, answer) : paymentInProgress()
    case 'resolved': {
      const row = await findPayment(gate.database, claim.authorization.key)
      if (row?.status === 'settled') return (await deliverSettled(gate, opened, row, answer)) ?? paymentInProgress()
      if (answer) await discardAnswer(answer)
      if (row?.status === 'received') return refuseUsed(gate, opened, responseOf(row))
      if (row?.status !== 'refused') return paymentInProgress()
      return refuse(gate, opened, row.reason ?? reasons.unexpectedSettleError)
    }
    case 'refused':
      if (answer) await discardAnswer(answer)
      return refuse(gate, opened, settlement.reason, settlement.response)
    case 'unknown':
      if (answer) await discardAnswer(answer)
      return stillUnknown()
  }
}

const fixedAmount = (claim: LeasedClaim) =>
  ({ kind: 'amount', amountAtomic: BigInt(claim.requirements.amount) }) as const

const toBuyerRow = ({ paymentId, authorization }: LeasedClaim) => ({
  id: paymentId,
  payer: authorization.payer,
  network: authorization.network,
  scheme: authorization.scheme,
  payTo: authorization.payTo,
  authorizedAtomic: authorization.amountAtomic,
  deliveryRuns: 0,
})

/** A facilitator's reservation for a holder lapses after ten minutes; longer work asks for it again. */
const RENEWAL_MS = 120_000

/**
 * Keeps a payer's money reserved for a claim while its content is held, until the returned function is called. After a
 * failed renewal the next one follows, and a refusal needs no reaction: nothing has left, and the settlement decides.
 */
function renewReservation(gate: Gate, { signed, paymentId }: LeasedClaim): () => void {
  const renew = () =>
    gate.facilitator
      .verify(signed, paymentId)
      .catch((error: unknown) => gate.log.warn({ err: error, paymentId }, 'A reservation was not renewed'))
  const timer = setInterval(() => void renew(), RENEWAL_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Row 7b: a payer that owns unchanging content already. Its verified signature proves the wallet, so the content is sent
 * and the payment used up at zero. It comes after verifying: the signature of a payment that has landed anywhere is
 * public, and must open nothing. Null where the payer has to pay, as after a refund or the end of its right.
 */
async function answerOwner(gate: Gate, opened: OpenedRequest, claim: LeasedClaim): Promise<Response | null> {
  const { network: scope, payer: address } = claim.authorization
  if (!(await isOwner(gate, opened, { scope, address }))) return null
  const produced = await produce(gate, opened, { buyer: { kind: 'sign-in', address }, meter: createIdleMeter() })
  if (!produced.isOk) {
    return answerHandlerFailure(gate, opened, claim, produced.answer)
  }
  const { response } = await spendAtZero(gate, claim, ALREADY_OWNED)
  const settled = { response: { ...response, extra: { reason: ALREADY_OWNED } } }
  const owner = { wallets: [{ scope, address }], payments: [] }
  const giving = await findGivingPayment(gate.database, { owner, right: opened.right })
  const remembered = giving && rememberedHeaders(gate, opened, giving.paymentId)
  return releaseAnswer(produced.answer, opened, { ...settledHeaders(settled), ...remembered })
}

/** True for a payer of unchanging content that it owns. On that network only: the same address elsewhere may be another contract. */
async function isOwner(gate: Gate, opened: OpenedRequest, wallet: { scope: string; address: string }) {
  const { config, signIn } = opened.route
  if (!config.isUnchanging || !signIn) return false
  const access = await findAccess(gate, opened, [wallet])
  return access !== null && (await spendPass(gate, opened, access)) !== null
}
