import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome, SettleResponse } from '@/lib/base/x402/wire'
import type { ScreenRefusal } from './access/screen-parties'
import { findSettlement } from './ledger/find-settlement'
import { amountOf } from './read-payment'
import type { FacilitatorContext } from './settlement'

type OutcomeTerms = Pick<SignedPayment, 'requirements' | 'authorization'>
type DecidedRecord = { state: string; transaction: string; reason: string | null; settleAmountAtomic: bigint | null }

export function decidedOutcome(payment: OutcomeTerms, record: DecidedRecord): SettleOutcome {
  const { network, payer } = payment.authorization
  const { transaction } = record
  if (record.state === 'settled') {
    return settled({ network, payer, transaction, amountAtomic: record.settleAmountAtomic ?? amountOf(payment) })
  }
  return refused({ network, payer, reason: record.reason ?? reasons.invalidTransactionState, transaction })
}

type SettleAnswer = { network: string; payer?: string; transaction?: string }
type SettledAnswer = SettleAnswer & { amountAtomic: bigint }
type RefusedAnswer = SettleAnswer & { reason: string; message?: string }

/** Money has moved, or for `upto` nothing was used: then there is no transaction. */
export function settled({ network, payer, transaction = '', amountAtomic }: SettledAnswer): SettleOutcome {
  const response = { success: true, transaction, network, amount: amountAtomic.toString(), ...(payer ? { payer } : {}) }
  return { kind: 'settled', response: response as SettleResponse } // The SDK brands networks.
}

/** This call moved no money. `transaction` is the conflicting one, if any. */
export function refused({ network, payer, transaction = '', reason, message }: RefusedAnswer): SettleOutcome {
  const details = { ...(message ? { errorMessage: message } : {}), ...(payer ? { payer } : {}) }
  const response = { success: false, transaction, network, errorReason: reason, ...details }
  return { kind: 'refused', response: response as SettleResponse } // The SDK brands networks.
}

/**
 * Why a payment is neither verified nor settled, whatever the chain says: it authorises less than its settlement should
 * cost us, or is between listed parties. Null for any other.
 */
export async function refusalOf(
  context: Pick<FacilitatorContext, 'deps'>,
  { authorization }: Pick<SignedPayment, 'authorization'>,
  minimumAtomic: bigint,
): Promise<{ reason: string; message: string; payer?: string } | null> {
  const { amountAtomic, asset, network, payer } = authorization
  if (amountAtomic < minimumAtomic) {
    const message = `Expected at least ${minimumAtomic} atomic units of ${asset} on ${network}, got ${amountAtomic}.`
    return { reason: reasons.amountBelowMinimum, message }
  }
  const listed = await screenedPayment(context, authorization)
  return listed && { ...listed, payer }
}

type Parties = { network: string; payer: string; payTo: string }

/** Why a payment between listed parties is refused, with a line in the log; null for all others. */
export async function screened(
  { deps }: Pick<FacilitatorContext, 'deps'>,
  { network, payer, payTo }: Parties,
): Promise<ScreenRefusal | null> {
  const refusal = (await deps.screen?.({ payer, payTo })) ?? null
  if (refusal) deps.log.warn({ network, payer, payTo, reason: refusal.reason }, 'A payment was screened')
  return refusal
}

/** The same of a payment. One that is on its way or decided goes on to its end: its money may have moved. */
export async function screenedPayment(
  context: Pick<FacilitatorContext, 'deps'>,
  authorization: Parties & { key: string },
): Promise<ScreenRefusal | null> {
  const listed = await screened(context, authorization)
  if (!listed) return null
  const record = await findSettlement(context.deps.database, authorization.key)
  return record === null || ['reserved', 'abandoned'].includes(record.state) ? listed : null
}
