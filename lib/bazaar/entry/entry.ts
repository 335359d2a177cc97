import type { Sentence } from '@/lib/base/sentences/sentence'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { EntryDraft } from './draft'

/**
 * A listed entry with the catalog's own findings. It is presented on the wire, and on pages. `method` is null for a tool,
 * and for a resource whose method is unknown.
 */
export type Entry = Omit<EntryDraft, 'name' | 'options' | 'input' | 'lastUpdated'> & {
  /** Tells request or tool, and the method where known, with the rest of the seller's declaration. */
  input: Record<string, unknown>
  name: string | null
  /** JSON Schemas of the parts of `input`, and of the answer; null where the seller declared none. */
  inputSchemas: Record<string, unknown> | null
  outputSchema: Record<string, unknown> | null
  options: EntryOption[]
  warnings: Warning[]
  /** own | settled | probed | imported */
  source: string
  /** Origin of the listing: a facilitator's URL, a directory, a settlement. */
  sourceLabel: string
  /** unverified | live | failing | dead */
  verification: string
  settlements: {
    total: number
    organic: number
    organicPayers: number
    last30Days: { total: number; organic: number; payers: number }
    countedAt: Date | null
  }
  health: { lastProbedAt: Date | null; uptime24h: number | null; uptime30d: number | null; latencyMs: number | null }
  /** When it was last seen to pay another wallet than before; null where it never was. */
  payeeChangedAt: Date | null
  priceChangedAt: Date | null
  firstSeenAt: Date
  lastUpdatedAt: Date
  ranking?: Ranking
}

/** One way to pay. A null amount is unknown, never free; so are a null time-out, and an empty asset and payTo. */
export type EntryOption = Omit<PaymentOption<bigint | null>, 'timeoutSeconds'> & {
  timeoutSeconds: number | null
  extra: Record<string, unknown>
}

export const warningCodes = [
  'mixed_scripts',
  'borrowed_name',
  'price_differs',
  'payee_differs',
  'payee_changed',
  'no_answer',
  'never_asked',
] as const

/** A fact that a buyer should know before paying, with its time. It gives no verdict. */
export type Warning = { code: (typeof warningCodes)[number]; text: Sentence; at: Date }

/** A concept of a search as found in an entry. `field`: A name and tags, B address, C prose, D parameters. */
export type ConceptMatch = {
  label: string
  strength: number
  field: 'A' | 'B' | 'C' | 'D' | null
  via: 'literal' | 'synonym' | 'typo' | null
  as: string | null
}

export type Adjustment = { reason: 'quality' | 'suspect' | 'terms_changed' | 'dead'; factor: number }

export type Ranking = {
  score: number
  coverage: number
  quality: number
  matches: ConceptMatch[]
  adjustments: Adjustment[]
}
