import { setTimeout as sleep } from 'node:timers/promises'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome } from '@/lib/base/x402/wire'
import { takePendingSuccess } from './ledger/decide-settlements'
import { findSettlement, isTakenFor } from './ledger/find-settlement'
import type { SettlementRecord } from './ledger/settlement-record'
import { decidedOutcome, refused } from './settle-outcome'
import type { Settlement } from './settlement'

const POLL_MS = 100

/**
 * Answers a settle of an authorization that was claimed before. Stock servers keep no claims, so the same success is
 * never answered twice: only a caller that was answered `settlement_pending` may fetch it later, only one of them, and
 * only with the holder (or none) for which it was settled.
 */
export async function answerRepeat({ room, payment, holder, deadline }: Settlement): Promise<SettleOutcome> {
  const { key, network, payer } = payment.authorization
  const { database } = room.deps
  for (;;) {
    const record = await findSettlement(database, key)
    const transaction = record?.transaction ?? ''
    const duplicate = () => refused({ network, payer, reason: reasons.duplicateSettlement, transaction })
    if (record?.state === 'refused') return decidedOutcome(payment, record)
    if (record && !(await isTakenFor(database, key, holder))) return refused({ network, payer, ...lapsed })
    if (record === null || !isOwed(record, holder)) return duplicate()
    if (record.state === 'settled') {
      return (await takePendingSuccess(database, key)) ? decidedOutcome(payment, record) : duplicate()
    }
    if (performance.now() >= deadline) {
      return { kind: 'unknown', reason: reasons.settlementPending, ...(transaction ? { transaction } : {}) }
    }
    await sleep(POLL_MS)
  }
}

/** True if a caller was told to come back for the outcome, has not had it, and is the one that asks. */
export const isOwed = (record: SettlementRecord, holder: string | null): boolean =>
  record.isPendingAnswered && !record.isSuccessAnswered && record.holder === holder

/** The claim was released before its transaction was stored; the authorization is free since then. */
const lapsed = {
  reason: reasons.unexpectedSettleError,
  message: 'The settlement could not be started in time. Nothing was paid; the same payment may be settled again.',
}
