import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import { reasons } from '@/lib/base/x402/reasons'
import type { SettleOutcome, SettleResponse } from '@/lib/base/x402/wire'
import { schemeOf } from './schemes'

type PaymentTerms = Pick<SignedPayment, 'requirements' | 'authorization'>
type DecidedRecord = { state: string; transaction: string; reason: string | null; settleAmountAtomic: bigint | null }

export function decidedOutcome(payment: PaymentTerms, record: DecidedRecord): SettleOutcome {
  const { network, payer } = payment.authorization
  const { transaction } = record
  if (record.state === 'settled') {
    return settled({ network, payer, transaction, amountAtomic: record.settleAmountAtomic ?? amountOf(payment) })
  }
  return refused({ network, payer, reason: record.reason ?? reasons.invalidTransactionState, transaction })
}

type Answer = { network: string; payer?: string; transaction?: string }

/** Money has moved, or for `upto` nothing was used: then there is no transaction. */
export function settled({
  network,
  payer,
  transaction = '',
  amountAtomic,
}: Answer & { amountAtomic: bigint }): SettleOutcome {
  const response = { success: true, transaction, network, amount: amountAtomic.toString(), ...(payer ? { payer } : {}) }
  return { kind: 'settled', response: response as SettleResponse } // The SDK brands networks.
}

/** This call moved no money. `transaction` is the conflicting one, if any. */
export function refused({
  network,
  payer,
  transaction = '',
  reason,
  message,
}: Answer & { reason: string; message?: string }): SettleOutcome {
  const details = { ...(message ? { errorMessage: message } : {}), ...(payer ? { payer } : {}) }
  const response = { success: false, transaction, network, errorReason: reason, ...details }
  return { kind: 'refused', response: response as SettleResponse } // The SDK brands networks.
}

export const amountOf = (payment: PaymentTerms): bigint => schemeOf(payment.requirements).amountOf(payment)

/** Refuses a payment that authorises less than its settlement should cost us; null for any other. */
export function belowMinimum({ authorization }: Pick<SignedPayment, 'authorization'>, minimumAtomic: bigint) {
  const { amountAtomic, asset, network } = authorization
  if (amountAtomic >= minimumAtomic) return null
  const message = `Expected at least ${minimumAtomic} atomic units of ${asset} on ${network}, got ${amountAtomic}.`
  return { reason: reasons.amountBelowMinimum, message }
}
