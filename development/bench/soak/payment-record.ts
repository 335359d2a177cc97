import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { parseHeader } from '@/lib/base/x402/header-codec'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { SoakAnswer } from './soak-client'

/** An answer with content. `by` is the instance that gave it, `at` its time, by `performance.now()`. */
export type Content = { transaction: string | null; by: string; at: number }

/** Facts about one signed payment where it was used; the auditor compares them with chain and ledger. */
export type PaymentRecord = {
  authorizationKey: string
  network: string
  payer: string
  path: string
  /** The most that may be charged, atomic units. */
  amountAtomic: bigint
  contents: Content[]
  /** How often another server was told that it had settled it. */
  elsewhere: number
  lastWord: string
  /** Whether the buyer got a final answer; else it gave up. */
  isFinal: boolean
  tries: number
  tookMs: number
}

/** The transaction in a `PAYMENT-RESPONSE`; null where it names none. */
export function transactionIn(header: string | undefined): string | null {
  const parsed = parseHeader(header ?? '')
  const { transaction } = parsed.ok ? parsed.value : {}
  return typeof transaction === 'string' ? transaction : null
}

export function openRecord(payload: PaymentPayload, path: string): PaymentRecord {
  const { key, network, payer, amountAtomic } = readSignedPayment(payload, payload.accepted).authorization
  const counters = { contents: [], elsewhere: 0, lastWord: '', isFinal: false, tries: 0, tookMs: 0 }
  return { authorizationKey: key, network, payer, path, amountAtomic, ...counters }
}

export function recordContent(record: PaymentRecord, { headers, by }: Pick<SoakAnswer, 'headers' | 'by'>): void {
  record.contents.push({ transaction: transactionIn(headers['payment-response']), by, at: performance.now() })
  Object.assign(record, { isFinal: true, lastWord: 'content' })
}
