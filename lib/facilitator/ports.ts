import type { SettlementChain } from '@/lib/base/chains/settlement/settlement-chain'
import type { Database, Prisma } from '@/lib/base/infra/database'
import type { ExtensionResponses, PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'

/** What the facilitator needs from outside. */
export type FacilitatorDeps = {
  database: Database
  /** The networks that it settles on, one each. */
  chains: SettlementChain[]
  log: FacilitatorLog
  catalog?: CatalogPort
  /** Callers of this process that keep a ledger in the same database. */
  callerLedger?: CallerLedger
  limits?: Partial<FacilitatorLimits>
}

/**
 * SQL by which callers' notes that they are settling become part of the statement that stores a transaction: both are
 * written or neither is. `noted` is an item of a FROM clause of that name, with a column `note` as callers gave it.
 */
export type CallerLedger = {
  /** Locks what the notes are about and is still the callers'; one row each. */
  lock(noted: Prisma.Sql): Prisma.Sql
  /** Writes the notes. */
  note(noted: Prisma.Sql): Prisma.Sql
}

/** A caller's note that it is settling: without it nothing may be sent. */
export type CallerNote = {
  /** What the caller's ledger takes. */
  read(): object
  /** Told when the note was written with the transaction. */
  written(): void
  /** Writes it by itself, once. A failure refuses the settlement, and nothing moves. */
  write(): Promise<void>
}

/** Reads the resources of payments, so that it can list them once sold. Its failure or slowness never touches the payment. */
export type CatalogPort = {
  /** Extensions that it handles, named in `/supported`. */
  extensions: string[]
  /** Local, and never throws. `note` is stored with the payment's transaction, for the catalog to take up later. */
  readSale(request: { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }): SaleReading
}

/** `responses` are the `EXTENSION-RESPONSES` of the payment, asked for once it has settled. */
export type SaleReading = { note: object | null; responses(): Promise<ExtensionResponses | null> }

/** Structured logging; never given keys, signatures or payloads. */
export type FacilitatorLog = {
  info(details: Record<string, unknown>, message: string): void
  warn(details: Record<string, unknown>, message: string): void
  error(details: Record<string, unknown>, message: string): void
}

export type FacilitatorLimits = {
  /** How long a settle waits for the chain at most; the requirements' `maxTimeoutSeconds` when that is shorter. */
  settleTimeoutMs: number
  /** How long a reservation by verify alone lasts. */
  reservationMs: number
  /** How long one lasts that has a holder, from its latest verify on; the payment's `validBefore` at the latest. */
  heldReservationMs: number
  /**
   * While a transaction is on its way to a node, payments for its wallet gather for the next one; where nodes answer
   * only once it is mined, no longer than this.
   */
  gatheringMs: number
  /** After how long a sent transaction that no node shows is sent again. */
  resendAfterMs: number
  /** After how long it is replaced at a higher fee. */
  replaceAfterMs: number
  /** After how long another instance takes over untouched work. */
  takeOverAfterMs: number
  /** Time between two looks at a settlement that is not final yet. */
  lookAgainMs: number
  /** How many settlements share one transaction at most; 1 turns batching off. */
  maxBatch: number
  /** For how long a reading of health is shown again. */
  healthMaxAgeMs: number
  /** For how long a reading of the gas that is spent counts: what is sent meanwhile may exceed the budget. */
  gasMaxAgeMs: number
}

export const defaultLimits: FacilitatorLimits = {
  settleTimeoutMs: 60_000,
  reservationMs: 30_000,
  heldReservationMs: 600_000,
  gatheringMs: 100,
  resendAfterMs: 2_000,
  replaceAfterMs: 15_000,
  takeOverAfterMs: 10_000,
  lookAgainMs: 15_000,
  maxBatch: 150,
  healthMaxAgeMs: 2_000,
  gasMaxAgeMs: 1_000,
}
