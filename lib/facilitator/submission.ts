import type { LedgerAuthorization, PreparedSettlement, Refusal } from '@/lib/base/chains/settlement/settlement-chain'
import type { SettlementClaim } from './ledger/store-transaction'
import type { SettlementEnd } from './settlement-end'

export type Submission = { prepared: PreparedSettlement; claim: SettlementClaim; ledger: LedgerAuthorization }

/**
 * A stored transaction on its way; `ended` is null when the process stops watching first. `told`: the same as soon as the
 * chain has told it, while it is being written; absent where another instance sends.
 */
export type SubmittedTransaction = {
  isRefused: false
  transactionId: string
  hash: string
  ended: Promise<SettlementEnd[] | null>
  told?: Promise<SettlementEnd[] | null>
}

/** Nothing was stored, and another instance sends for the wallet now, or none. */
export const again = 'again' as const

/** Null when the claim was lost. */
export type Sent = SubmittedTransaction | Refusal | typeof again | null

/** Left to another instance: resolves once that has stored it, or will not. */
export type Handed = { sent: Promise<Sent> }
