import { authorizationOf } from '@/lib/chains/authorization-of'
import { parseHeader } from '@/lib/x402/header-codec'
import type { PaymentPayload } from '@/lib/x402/wire'

/** What a buyer knows of one payment that it signed; the auditor compares it with chain and ledger. */
export type PaymentRecord = {
  authorizationKey: string
  network: string
  payer: string
  path: string
  /** The most that may be charged, atomic units. */
  amountAtomic: bigint
  /** Answers with content, over all copies of the request. */
  grants: number
  /** The last answer that the buyer got. */
  lastWord: string
  /** Whether the buyer was given a final word; else it gave up asking. */
  isFinal: boolean
  /** Of the settlement, as the answer with the content named it. */
  transaction: string | null
  tries: number
  tookMs: number
}

/** The transaction that a `PAYMENT-RESPONSE` names; null where it names none. */
export function transactionIn(header: string | undefined): string | null {
  const parsed = parseHeader(header ?? '')
  const { transaction } = parsed.ok ? parsed.value : {}
  return typeof transaction === 'string' ? transaction : null
}

export function openRecord(payload: PaymentPayload, path: string): PaymentRecord {
  const { key, network, payer, amountAtomic } = authorizationOf(payload, payload.accepted)
  const counters = { grants: 0, lastWord: '', isFinal: false, transaction: null, tries: 0, tookMs: 0 }
  return { authorizationKey: key, network, payer, path, amountAtomic, ...counters }
}
