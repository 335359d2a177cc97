import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { Database } from '@/lib/base/infra/database'
import type { PlainLog } from '@/lib/base/infra/logger'
import type { ExtensionResponses, PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Screen } from './access/screen-parties'

export type FacilitatorDeps = {
  database: Database
  chains: SettlementChain[]
  log: PlainLog
  catalog?: SaleCatalog
  /** Refuses listed payers and payees; without it, none is listed. */
  screen?: Screen
  limits?: Partial<FacilitatorLimits>
}

/** Reads payments' resources, to list them once sold. Its failure or slowness never affects the payment. */
export type SaleCatalog = {
  /** Extensions that it handles, named in `/supported`. */
  extensions: string[]
  /** Local, and never throws. `note` is stored with the payment's transaction, for the catalog to process later. */
  readSale(request: { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }): NotedSale
}

/** `responses` returns the payment's `EXTENSION-RESPONSES`; called once it has settled. */
export type NotedSale = { note: object | null; responses(): Promise<ExtensionResponses | null> }

export type FacilitatorLimits = typeof defaultLimits

export const defaultLimits = {
  /** Longest wait of a settle for the chain; the requirements' `maxTimeoutSeconds` when that is shorter. */
  settleTimeoutMs: 60_000,
  reservationMs: 30_000,
  /** Duration of a reservation with a holder, from its latest verify on; at most until the payment's `validBefore`. */
  heldReservationMs: 600_000,
  /** While a transaction is on its way to a node, payments for its wallet gather for the next one; at most this long. */
  gatheringMs: 100,
  /** Time after which a sent transaction that no node shows is sent again. */
  resendAfterMs: 2_000,
  replaceAfterMs: 15_000,
  /** Time after which another instance takes over untouched work. */
  takeOverAfterMs: 10_000,
  /** Time between two looks at a settlement that is not final yet. */
  lookAgainMs: 15_000,
  /** Most settlements in one transaction; 1 turns batching off. */
  maxBatch: 150,
  healthMaxAgeMs: 2_000,
  /** How long a reading of the spent gas counts: what is sent in between may exceed the budget. */
  gasMaxAgeMs: 1_000,
}
