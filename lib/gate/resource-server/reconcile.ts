import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthorizationTruth } from '@/lib/base/chains/authorization'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { sideBySide } from '@/lib/base/infra/concurrency'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements, SettleResponse, Supported } from '@/lib/base/x402/wire'
import {
  getPayment,
  type LedgerRow,
  recordReceived,
  recordRefused,
  recordSettled,
  recordUndecidable,
} from '@/lib/payments/ledger'
import { abandonLapsedClaims, doubtLapsedSettlements, takeDuePayments } from '@/lib/payments/unfinished-payments'
import type { Gate } from './gate'
import { type LandedTransfer, paysTerms, readPayment, releaseReservation } from './payment-claim'
import { type AskedPayment, isOutage } from './ports'
import { storedAnswerOf } from './release'

/**
 * Finishes abandoned requests, and decides payments in doubt. Safe to run anywhere, any number of times: every change
 * is one conditional update. A claim whose request ended had settled nothing; the chain decides a settlement whose
 * request ended; other schemes end their own.
 */
export async function reconcilePayments(gate: Gate) {
  const { database } = gate
  const abandoned = await abandonLapsedClaims(database)
  const doubted = await doubtLapsedSettlements(database)
  let ended = 0
  for (const { finish } of Object.values(gate.schemes)) ended += (await finish?.(gate)) ?? 0
  for (const { paymentId, key, ...route } of abandoned) {
    gate.log.info({ paymentId, ...route, outcome: 'abandoned', reason: 'request_ended' }, 'payment decided later')
    await releaseReservation(gate, { paymentId, authorization: { key } })
  }
  return { abandoned: abandoned.length, doubted, ended, resolved: await resolveDuePayments(gate) }
}

/** Payments in doubt of one network that one pass checks, and how many of them at once. */
const LOOKS_IN_PASS = 60
const LOOKS_AT_ONCE = 10

/** How long a pass waits for one network; the rest is left to the next passes. */
const LONGEST_PASS_MS = 3_000

/**
 * Checks the payments in doubt that are due, the longest due first, each network separately: one that hangs delays no
 * other. Returns the number of decided ones.
 */
async function resolveDuePayments(gate: Gate): Promise<number> {
  const byNetwork = new Map<string, string[]>()
  for (const { id, network } of await takeDuePayments(gate.database, LOOKS_IN_PASS)) {
    byNetwork.set(network, [...(byNetwork.get(network) ?? []), id])
  }
  let decided = 0
  const endsAt = performance.now() + LONGEST_PASS_MS
  const passes = [...byNetwork.values()].map((ids) =>
    sideBySide(ids, LOOKS_AT_ONCE, async (id) => {
      if (performance.now() < endsAt && (await look(gate, id))) decided += 1
    }),
  )
  await Promise.all(passes.map((pass) => Promise.race([pass, sleep(LONGEST_PASS_MS, null, { ref: false })])))
  return decided
}

/** A payment whose check fails holds up no other. */
async function look(gate: Gate, id: string): Promise<boolean> {
  try {
    return (await resolveUnknown(gate, { id })).status !== 'unknown'
  } catch (err) {
    gate.log.error({ err, paymentId: id }, 'A payment in doubt could not be looked at')
    return false
  }
}

/**
 * Decides a payment in doubt from the chain, if the chain can tell yet: settled, refused, or still unknown. Leaves the
 * right to deliver to the next request with the payment.
 */
export async function resolveUnknown(gate: Gate, stored: { id: string }): Promise<LedgerRow> {
  const row = await getPayment(gate.database, stored.id)
  if (row.status !== 'unknown') return row
  const payload = row.payload as unknown as PaymentPayload // Parsed before the claim stored it.
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms.
  const signed = readPayment(gate, payload, requirements)
  if ('reason' in signed) return giveUp(gate, row, signed.reason)
  const truth = await gate.chains.findAuthorization(signed.authorization, row.lastHeight)
  if (truth.state === 'unused') return row
  if (truth.state === 'unreadable') return giveUp(gate, row, truth.reason)
  if (truth.state === 'undecidable') return giveUp(gate, row, truth.reason, 0)
  let isDecidedHere: boolean
  try {
    isDecidedHere = await decide(gate, row, signed, truth)
  } catch (error) {
    if (isOutage(error)) return row
    throw error
  }
  const decided = await getPayment(gate.database, row.id)
  // Another one was faster, and has told it.
  if (!isDecidedHere) return decided
  const { status, reason, routeKey, network, scheme, transaction } = decided
  const told = { paymentId: row.id, routeKey, network, scheme, outcome: status, reason, transaction }
  gate.log.info(told, 'payment decided later')
  gate.observer.ended?.({ paymentId: row.id, status, reason })
  return decided
}

/** Gives up a payment whose outcome the chain can no longer tell. */
async function giveUp(gate: Gate, row: LedgerRow, why: string, afterHours?: number): Promise<LedgerRow> {
  if (!(await recordUndecidable(gate.database, row.id, afterHours))) return row
  const { id: paymentId, network } = row
  gate.log.error({ paymentId, network, why }, 'Whether a payment was settled can no longer be decided')
  gate.observer.ended?.({ paymentId, status: 'undecidable', reason: reasons.settlementUndecidable })
  return getPayment(gate.database, paymentId)
}

type Decided = Exclude<AuthorizationTruth, { state: 'unreadable' | 'undecidable' | 'unused' }>

/**
 * A payment that landed without having been verified as unspent here, or for another server, opens nothing: row 5a.
 * False where it had been decided before.
 */
async function decide(gate: Gate, row: LedgerRow, terms: SignedPayment, truth: Decided): Promise<boolean> {
  const noLease = { paymentId: row.id, leaseToken: null }
  if (truth.state !== 'settled') {
    return recordRefused(gate.database, noLease, { reason: `authorization_${truth.state}`, response: null })
  }
  if (row.verifiedAt === null || (await isSettledForAnother(gate, row, terms, truth))) {
    return recordReceived(gate.database, noLease, { response: alreadyUsedResponse(terms, truth), ...truth })
  }
  if (paysTerms(truth, terms.requirements, row.settledAtomic ?? row.authorizedAtomic)) {
    const facts = { response: settlementFromChain(terms, truth), isPreempted: false, answer: storedAnswerOf(row) }
    return recordSettled(gate.database, { ...row, leaseToken: null }, facts)
  }
  return recordRefused(gate.database, noLease, { reason: 'settled_elsewhere', response: null })
}

export function settlementFromChain(
  claim: { requirements: PaymentRequirements; authorization: { payer: string } },
  truth: Extract<AuthorizationTruth, { state: 'settled' }>,
): SettleResponse {
  return {
    success: true,
    transaction: truth.transaction,
    network: claim.requirements.network,
    payer: claim.authorization.payer,
    amount: truth.amountAtomic.toString(),
  }
}

/** For an authorization that had landed before it was ours to settle. */
export const alreadyUsedResponse = (...found: Parameters<typeof settlementFromChain>): SettleResponse => ({
  ...settlementFromChain(...found),
  success: false,
  errorReason: reasons.authorizationAlreadyUsed,
})

/**
 * True if the facilitator settled a payment in doubt for another server. A facilitator that knows holders tells: a
 * crash of its database may have lost our reservation, and the answer to our own settle. With one that knows none, we
 * conclude it when it answered our only settle with `duplicate_settlement`, and one of its own wallets sent the
 * transaction. If someone else sent it, a third party took the payment while it was ours to settle. A facilitator that
 * names no wallets of the network is believed.
 * Fails like an outage when it does not say which wallets are its own.
 */
async function isSettledForAnother(gate: Gate, row: LedgerRow, payment: AskedPayment, landed: LandedTransfer) {
  // A stream's content has left already, and its charge may be asked for several times.
  if (row.deliveredAt !== null) return false
  if (await wasSentForAnother(gate, row.id, payment, landed)) return true
  if (row.reason !== reasons.duplicateSettlement) return false
  const { signers } = await gate.facilitator.supported()
  return maySend(signers, row.network, landed)
}

/**
 * True if a facilitator sent the landed transaction for another than `holder`. One that sent a transaction for us took
 * our settle, so another landed one is a third party's. One that does not answer may have sent one for us: then the
 * chain decides. Reservations for another do not count: a stranger may have made them.
 */
export async function wasSentForAnother(
  { facilitator }: Gate,
  holder: string,
  payment: AskedPayment,
  landed: LandedTransfer,
): Promise<boolean> {
  const words = await facilitator.askSettledFor(payment, holder)
  if (words.some(({ settledFor }) => settledFor === 'holder' || settledFor === 'unknown')) return false
  return words.some(
    ({ settledFor, signers }) => settledFor === 'another' && maySend(signers, payment.requirements.network, landed),
  )
}

/** False when the wallets of a facilitator are known, and none of them sent the transaction. */
function maySend(signers: Supported['signers'], network: string, { sentBy }: LandedTransfer): boolean {
  const own = Object.entries(signers).flatMap(([pattern, wallets]) =>
    matchesNetworkPattern(network, pattern) ? wallets : [],
  )
  return sentBy === undefined || own.length === 0 || own.some((wallet) => isSameAddress(network, wallet, sentBy))
}
