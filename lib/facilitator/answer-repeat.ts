import { setTimeout as sleep } from 'node:timers/promises'
import { isTransfer } from '@/lib/base/x402/payment-option'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { takePendingSuccess } from './ledger/decide-settlements'
import { findSettlement, readStandings } from './ledger/find-settlement'
import { inFlightStates, type SettlementRecord } from './ledger/settlement-record'
import { amountOf } from './read-payment'
import { decidedOutcome, refused } from './settle-outcome'
import type { Settlement } from './settlement'

const POLL_MS = 100

/**
 * Answers a settle of an authorization that was claimed before. Stock servers keep no claims, so the same success is
 * never answered twice: only a caller that was answered `settlement_pending` may come back for it, and only one of them;
 * only with the payment, and as the holder, or as none, that it was settled for.
 */
export async function answerRepeat(settlement: Settlement): Promise<SettleOutcome> {
  const { context, payment, payloadDigest, holder, deadline } = settlement
  const { key, network, payer } = payment.authorization
  const { database } = context.deps
  for (;;) {
    const record = await findSettlement(database, key)
    const transaction = record?.transaction ?? ''
    const duplicate = () => refused({ network, payer, reason: reasons.duplicateSettlement, transaction })
    if (record?.state === 'refused' && isOf(record, settlement)) return decidedOutcome(payment, record)
    const [standing] = await readStandings(database, [{ key, payloadDigest, holder }])
    if (record && standing !== 'taken') return refused({ network, payer, ...lapsed })
    if (record === null || !isOwed(record, settlement)) return duplicate()
    if (record.state === 'settled') {
      return (await takePendingSuccess(database, key, payloadDigest)) ? decidedOutcome(payment, record) : duplicate()
    }
    if (performance.now() >= deadline) {
      return { kind: 'unknown', reason: reasons.settlementPending, ...(transaction ? { transaction } : {}) }
    }
    await sleep(POLL_MS)
  }
}

export type RepeatedPayment = Pick<Settlement, 'payment' | 'payloadDigest' | 'holder'>

/** True if a caller was told to come back for the outcome, has not had it, and is the one that asks, with the same payment. */
export const isOwed = (record: SettlementRecord, asked: RepeatedPayment): boolean =>
  record.isPendingAnswered &&
  !record.isSuccessAnswered &&
  (record.state === 'settled' || inFlightStates.includes(record.state)) &&
  record.holder === asked.holder &&
  isOf(record, asked)

/**
 * True if the record is of the payment that is asked about. The key does not tell: a payer may sign several payments with one
 * nonce, to several payees. The amount counts apart because `upto` may be asked for with another one than was settled; a
 * further scheme's amount is in its payload.
 */
function isOf(record: SettlementRecord, { payment, payloadDigest }: Omit<RepeatedPayment, 'holder'>): boolean {
  const { scheme, asset, payTo } = record
  const { authorization, requirements } = payment
  const isAmountAsked = !isTransfer(requirements) || record.settleAmountAtomic === amountOf(payment)
  const isSameTerms = scheme === authorization.scheme && asset === authorization.asset && payTo === authorization.payTo
  return record.payloadDigest === payloadDigest && isSameTerms && isAmountAsked
}

/** The claim was released before its transaction was stored; the authorization is free since then. */
const lapsed = {
  reason: reasons.unexpectedSettleError,
  message: 'The settlement could not be started in time. Nothing was paid; the same payment may be settled again.',
}
