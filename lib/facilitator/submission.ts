import type { LedgerAuthorization, PreparedSettlement, Refusal } from '@/lib/base/chains/settlement/settlement-chain'
import type { SettlementClaim } from './ledger/store-transaction'
import type { SettlementEnd } from './settlement-end'

export type Submission = { prepared: PreparedSettlement; claim: SettlementClaim; ledger: LedgerAuthorization }

/**
 * A stored transaction on its way; `ended` is null when the process stops watching first. `told`: the same as soon as the
 * chain has told it, while it is being written.
 */
export type SubmittedTransaction = {
  isRefused: false
  transactionId: string
  hash: string
  ended: Promise<SettlementEnd[] | null>
  told: Promise<SettlementEnd[] | null>
}

/** Null when the claim was lost. */
export type Sent = SubmittedTransaction | Refusal | null
