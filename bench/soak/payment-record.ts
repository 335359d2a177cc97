import { authorizationOf } from '@/lib/chains/authorization-of'
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
  tries: number
  tookMs: number
}

export function openRecord(payload: PaymentPayload, path: string): PaymentRecord {
  const { key, network, payer, amountAtomic } = authorizationOf(payload, payload.accepted)
  const counters = { grants: 0, lastWord: '', isFinal: false, tries: 0, tookMs: 0 }
  return { authorizationKey: key, network, payer, path, amountAtomic, ...counters }
}
