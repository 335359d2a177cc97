import { reasons } from '@/lib/base/x402/reasons'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { answerUndelivered } from './answer-undelivered'
import { responseOf } from './deliver'

/** The answer to the payer of content that was given up, whenever it asks again; null for any other payment. */
export function answerGivenUp(row: LedgerRow): Response | null {
  if (row.status !== 'received' || row.reason !== reasons.deliveryExhausted) return null
  return answerUndelivered({ payTo: row.payTo, response: responseOf(row) })
}
