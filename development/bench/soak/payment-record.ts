import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { parseHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { SoakAnswer } from './soak-client'

/** An answer with content. `by` is the instance that gave it, `at` its time, by `performance.now()`. */
export type ReceivedContent = { transaction: string | null; by: string; at: number }

/** Facts about one signed payment where it was used; the auditor compares them with chain and ledger. */
export type PaymentRecord = {
  authorizationKey: string
  payer: string
  path: string
  contents: ReceivedContent[]
  lastWord: string
  /** Whether the buyer got a final answer; else it gave up. */
  isFinal: boolean
  tookMs: number
}

export function openRecord(payload: PaymentPayload, path: string): PaymentRecord {
  const { key, payer } = readSignedPayment(payload, payload.accepted).authorization
  return { authorizationKey: key, payer, path, contents: [], lastWord: '', isFinal: false, tookMs: 0 }
}

export function recordContent(record: PaymentRecord, { headers, by }: Pick<SoakAnswer, 'headers' | 'by'>): void {
  const parsed = parseHeader(headers['payment-response'] ?? '')
  const { transaction } = parsed.ok ? parsed.value : {}
  const known = typeof transaction === 'string' ? transaction : null
  record.contents.push({ transaction: known, by, at: performance.now() })
  Object.assign(record, { isFinal: true, lastWord: 'content' })
}
