import { randomUUID } from 'node:crypto'
import { isPayloadError, orReason, RpcUnreachableError } from '@/lib/base/chains/errors'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { within } from '@/lib/base/infra/concurrency'
import { isDatabaseAway } from '@/lib/base/infra/database-errors'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { traced } from '@/lib/base/infra/traced'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { answerRepeat } from './answer-repeat'
import { gasRefusal, gasUseOf } from './gas-budget'
import { abandonClaim, type Decision, markPendingAnswered, spendAtZero } from './ledger/decide-settlements'
import { findSettlement, type Standing } from './ledger/find-settlement'
import type { Claim } from './ledger/store-transaction'
import type { FacilitatorDeps, NotedSale } from './ports'
import { amountOf, type PaymentRequest, payloadDigest, readPayment } from './read-payment'
import { decidedOutcome, refusalOf, refused, settled } from './settle-outcome'
import type { FacilitatorContext, Settlement, SettleOptions } from './settlement'
import type { SubmissionOutcome, SubmittedTransaction } from './settlement-end'

/**
 * Settles a payment, once ever per authorization and across instances. `refused` means that this call moved no money:
 * a repeat is refused with `duplicate_settlement` and the transaction. `unknown` means that it is on its way; one
 * later call, and only one, may then be answered with the success.
 *
 * Its way: `submit` hands it to `create-network-settler.ts`, which queues it for a gas wallet; `send-waiting.ts` signs
 * all that waits as one transaction where it can, stores it (one statement of `ledger/store-transaction.ts`) and sends
 * it; `watch-transaction.ts` follows it until it has landed.
 */
export async function settle(
  context: FacilitatorContext,
  request: PaymentRequest,
  { holder, isWaiting = true, note, caller, minimumAtomic = 0n }: SettleOptions = {},
): Promise<SettleOutcome> {
  const read = orReason(() => readPayment(context.deps.chains, request))
  const { network } = request.paymentRequirements
  if ('reason' in read) return refused({ network, ...read })
  const { payment } = read
  const refusal = await refusalOf(context, payment, minimumAtomic)
  if (refusal) return refused({ network, ...refusal })
  const settler = context.settler(network)
  const waitMs = isWaiting ? waitingTime(context, payment) : 0
  const deadline = performance.now() + waitMs
  // Our own gate tells itself what a payment is spent on that buys nothing itself.
  const hasSale = isTransfer(payment.requirements) || caller !== undefined
  let sale: NotedSale | null = null
  const settlement = {
    context,
    settler,
    payment,
    payloadDigest: payloadDigest(request.paymentPayload),
    prepare: () => settler.chain.prepare(payment, amountOf(payment)),
    holder: holder ?? null,
    deadline,
    readSale: () => (sale ??= (hasSale && context.deps.catalog?.readSale(request)) || null),
    note: note ?? null,
    gasUse: gasUseOf('payment', payment.requirements, caller),
  }
  const outcome = await settleOnce(settlement)
  if (outcome.kind !== 'settled') return outcome
  return withExtensions(settlement, (await context.requests?.complete(settlement, payment, outcome)) ?? outcome)
}

type SignedSettlement = Settlement & { payment: SignedPayment }

async function settleOnce(settlement: SignedSettlement): Promise<SettleOutcome> {
  const { context, settler, payment, payloadDigest, holder } = settlement
  const { key, network, payer } = payment.authorization
  let standing: Standing
  try {
    const refusal = await settler.chain.check(payment)
    if (refusal) return refused({ network, payer, ...refusal })
    // A reservation of which this caller or this process knows is most likely there still.
    const isReserved = amountOf(payment) > 0n && (holder !== null || settler.takeReserved(payloadDigest))
    standing = isReserved ? 'reserved' : await standingOf(settlement)
  } catch (error) {
    return refused({ network, payer, ...reasonOf(context, error) })
  }
  const claim = { key, claimToken: randomUUID() }
  if (standing === 'reserved' && amountOf(payment) > 0n) {
    const outcome = await settleHeld(settlement, claim, true)
    if (outcome) return outcome
    // It was lost meanwhile.
    standing = await standingOf(settlement)
  }
  return standing === 'taken' ? answerRepeat(settlement) : claimAndSettle(settlement, claim)
}

const standingOf = ({ settler, payment, payloadDigest, holder }: SignedSettlement) =>
  settler.standingOf({ key: payment.authorization.key, payloadDigest, holder })

/** Claims what is not reserved: its payer is looked up. */
async function claimAndSettle(settlement: SignedSettlement, claim: Claim): Promise<SettleOutcome> {
  const { context, settler, payment, payloadDigest, holder } = settlement
  const { database, log } = context.deps
  const { network, payer } = payment.authorization
  try {
    const terms = { payloadDigest, holder, settleAmountAtomic: amountOf(payment) }
    const verdict = await settler.admit({ payment: atMaximum(payment), claimToken: claim.claimToken, ...terms })
    // The conflict may be this very payment, settled by another call while its payer was read.
    if (verdict.kind !== 'admitted' && (verdict.kind === 'taken' || (await standingOf(settlement)) === 'taken'))
      return answerRepeat(settlement)
    if (verdict.kind === 'refused') {
      const isUnread = verdict.reason === reasons.unexpectedVerifyError
      return refused({ network, payer, ...verdict, ...(isUnread ? { reason: reasons.unexpectedSettleError } : {}) })
    }
  } catch (error) {
    // It may have been claimed before another payment's reading failed. A claim that cannot be released now lapses.
    await abandonClaim(database, { ...claim, reason: reasons.unexpectedSettleError }).catch((cause: unknown) =>
      log.error({ err: cause }, 'settle: a claim could not be released'),
    )
    return refused({ network, payer, ...reasonOf(context, error) })
  }
  return settleClaimed(settlement, claim)
}

export const settleClaimed = async (settlement: Settlement, claim: Claim): Promise<SettleOutcome> =>
  (await settleHeld(settlement, claim, false)) ?? answerRepeat(settlement)

/** Settles what is claimed, or reserved. Null when the claim or the reservation was lost: nothing is stored then. */
async function settleHeld(settlement: Settlement, claim: Claim, isReserved: boolean): Promise<SettleOutcome | null> {
  const { context, payment, note } = settlement
  const { database, log } = context.deps
  const { network, payer } = payment.authorization
  try {
    if (amountOf(payment) === 0n) {
      await note?.write()
      const isSpent = await spendAtZero(database, claim)
      return isSpent ? settled({ network, payer, transaction: '', amountAtomic: 0n }) : null
    }
    const submitted = await submit(settlement, claim, isReserved)
    if (!submitted) return null
    if (submitted.isRefused) {
      await abandonClaim(database, { ...claim, reason: submitted.reason })
      return refused({ network, payer, ...submitted })
    }
    if (isReserved) note?.written()
    return await outcomeOf(settlement, claim, submitted)
  } catch (error) {
    // Releases only a claim that stored nothing; a stored transaction keeps its row and its watcher.
    if (await abandonClaim(database, { ...claim, reason: reasons.unexpectedSettleError })) {
      return refused({ network, payer, ...reasonOf(context, error) })
    }
    // The holder of a reservation finds out from its own ledger and the chain.
    if (isReserved && isDatabaseAway(error)) throw error
    log.error({ err: error }, 'settle: broke off, and may have been sent')
    const record = await findSettlement(database, claim.key)
    return pending(settlement, claim, record?.transaction ?? '')
  }
}

/**
 * Stores the transaction and sends it. What is only reserved is claimed by the statement that stores it, which writes
 * the caller's note too. Null when the claim or the reservation was lost.
 */
async function submit(settlement: Settlement, claim: Claim, isReserved: boolean): Promise<SubmissionOutcome> {
  const { settler, payment, holder, note, gasUse, payloadDigest } = settlement
  const prepared = (await gasRefusal(settler, gasUse)) ?? (await settlement.prepare())
  if (prepared.isRefused) return prepared
  if (!isReserved) await note?.write()
  const ledger = { ...payment.authorization, settleAmountAtomic: amountOf(payment) }
  const reserved = isReserved && { reserved: { ...ledger, holder, payloadDigest }, note }
  const catalogNote = settlement.readSale()?.note ?? null
  return settler.submit({ prepared, claim: { ...claim, gasUse, catalogNote, ...reserved }, ledger })
}

async function outcomeOf(
  settlement: Settlement,
  claim: Claim,
  { ended, seenOnChain, hash }: SubmittedTransaction,
): Promise<SettleOutcome> {
  const leftMs = Math.max(settlement.deadline - performance.now(), 0)
  const { key, network, payer } = settlement.payment.authorization
  const decision = await traced(
    'chain.confirm',
    { 'x402.network': network },
    () => within(leftMs, decisionOf(key, (settlement.note && seenOnChain) || ended)),
    (decided) => decided?.state ?? 'pending',
  )
  if (!decision) return pending(settlement, claim, hash)
  const { transaction } = decision
  if (decision.state === 'settled') {
    const amountAtomic = decision.amountAtomic ?? amountOf(settlement.payment)
    return { ...settled({ network, payer, transaction, amountAtomic }), ...(settlement.note && { written: ended }) }
  }
  if (settlement.note) await within(leftMs, ended)
  return refused({ network, payer, reason: decision.reason, transaction })
}

/** The end of that settlement, in any transaction; null when it is no longer watched here. */
async function decisionOf(key: string, ended: SubmittedTransaction['ended']): Promise<Decision | null> {
  const end = (await ended)?.find((entry) => entry.key === key)
  return end?.state === 'moved' ? decisionOf(key, end.ended) : (end ?? null)
}

/**
 * Tells the caller to come back, unless the ledger has decided in the meantime. A caller that lost its claim is
 * answered like any other repeat: the outcome belongs to the caller that took it.
 */
async function pending(settlement: Settlement, claim: Claim, transaction: string): Promise<SettleOutcome> {
  const { database } = settlement.context.deps
  if (await markPendingAnswered(database, claim)) {
    return { kind: 'unknown', reason: reasons.settlementPending, ...(transaction ? { transaction } : {}) }
  }
  const record = await findSettlement(database, claim.key)
  const isOurs = record?.claimToken === claim.claimToken
  return isOurs ? decidedOutcome(settlement.payment, record) : answerRepeat(settlement)
}

/**
 * Nothing was sent, so the payment is refused; the log has the cause. When the database is away it throws instead, as
 * the same payment may come again.
 */
export function reasonOf(context: FacilitatorContext, error: unknown): { reason: string; message: string } {
  if (isDatabaseAway(error)) throw error
  if (isPayloadError(error)) return { reason: error.reason, message: error.message }
  const isKnown = error instanceof RpcUnreachableError || isDomainError(error)
  context.deps.log.error({ err: error }, 'settle: failed before anything was sent')
  const message = isKnown && error instanceof Error ? error.message : 'The settlement could not be started.'
  return { reason: reasons.unexpectedSettleError, message }
}

/** The same payment as verify sees it: `upto` is assessed at its maximum. */
function atMaximum(payment: SignedPayment): SignedPayment {
  const amount = payment.authorization.amountAtomic.toString()
  return { ...payment, requirements: { ...payment.requirements, amount } }
}

/** How long a call of settle waits; our own limit where the request sets no time, as for requests without a payer. */
export function waitingTime(
  { limits }: FacilitatorContext,
  { requirements }: Pick<SignedPayment, 'requirements'>,
): number {
  const offeredMs = requirements.maxTimeoutSeconds > 0 ? requirements.maxTimeoutSeconds * 1_000 : limits.settleTimeoutMs
  return Math.min(offeredMs, limits.settleTimeoutMs)
}

const CATALOG_TIME_MS = 2_000

async function withExtensions(
  { context, readSale }: Settlement,
  outcome: Extract<SettleOutcome, { kind: 'settled' }>,
): Promise<SettleOutcome> {
  const extensionResponses = outcome.response.transaction === '' ? null : await askCatalog(context.deps, readSale())
  return extensionResponses ? { ...outcome, extensionResponses } : outcome
}

/** The catalog's extension responses to a payment; their failure or slowness leaves it as it is. */
export async function askCatalog({ log }: Pick<FacilitatorDeps, 'log'>, sale: NotedSale | null) {
  const asked = sale?.responses().catch((error: unknown) => void log.error({ err: error }, 'the catalog failed'))
  return (asked && (await within(CATALOG_TIME_MS, asked))) || null
}
