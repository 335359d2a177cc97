import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import type { Details, Sentence } from '@/lib/base/sentences/sentence'

/**
 * How a look-out is found. `terms`: from the history of its 402s. `text`: among the texts of other listings. `host`: by
 * a request to an address that nobody made. `payments`: from settled payments.
 */
type Check = 'terms' | 'text' | 'host' | 'payments'

type Kind = {
  check: Check
  /** For somebody who is about to pay: `stop` is reason enough not to, `care` means that a person should look. */
  effect: 'stop' | 'care'
  /** Factor of its place in a search; 0 leaves it out, unless its host is named. */
  rank: number
  /** Void once enough independent payers vouch for the entry. */
  isVouchable?: true
}

/** Every look-out there is, the gravest first. `sentences` has its words, `docs/bazaar.md` how to get rid of it. */
export const lookOutKinds = {
  payee_swaps: { check: 'terms', effect: 'stop', rank: 0.2 },
  decoy_price: { check: 'terms', effect: 'stop', rank: 0.2 },
  copied: { check: 'text', effect: 'stop', rank: 0, isVouchable: true },
  self_paid: { check: 'payments', effect: 'care', rank: 0, isVouchable: true },
  farmed: { check: 'text', effect: 'care', rank: 0, isVouchable: true },
  answers_any_path: { check: 'host', effect: 'care', rank: 0.4 },
  price_swings: { check: 'terms', effect: 'care', rank: 0.8 },
  stuffed: { check: 'text', effect: 'care', rank: 0, isVouchable: true },
  one_payer: { check: 'payments', effect: 'care', rank: 0.9 },
  mirrored: { check: 'text', effect: 'care', rank: 0.9, isVouchable: true },
  payee_changed: { check: 'terms', effect: 'care', rank: 0.95 },
} as const satisfies Record<string, Kind>

export type LookOutKind = keyof typeof lookOutKinds

/** Independent payers that make an entry an established one. */
export const ESTABLISHED_PAYERS = 3

/**
 * True where a look-out is only worth a look: independent payers vouch for the entry, or its stuffed text was imported,
 * which honest sellers write too. It keeps its place in a search then, and is no reason not to pay.
 */
export const isExcused = (kind: LookOutKind, entry: { source: string; organicPayers: number }): boolean =>
  ('isVouchable' in lookOutKinds[kind] && entry.organicPayers >= ESTABLISHED_PAYERS) ||
  (kind === 'stuffed' && entry.source === 'imported')

/** Its weight for somebody who is about to pay this entry; `isGrave` where it speaks against paying at all. */
export function weigh(kind: LookOutKind, entry: { source: string; settlements: { organicPayers: number } }) {
  const { effect, rank }: Kind = lookOutKinds[kind]
  if (isExcused(kind, { source: entry.source, organicPayers: entry.settlements.organicPayers }))
    return { effect: 'care' as const, isGrave: false }
  return { effect, isGrave: effect === 'stop' || rank === 0 }
}
export type Evidence = Record<string, string | number>

/** One thing that a buyer should know, with its evidence: since when, and when it was last found to be so. */
export type LookOut = { kind: LookOutKind; evidence: Evidence; firstSeenAt: Date; lastSeenAt: Date }
export type ClearedLookOut = LookOut & { clearedAt: Date }

/** When each check was last made; null where it never was. */
export type Checks = Record<Check, Date | null>

const kinds = Object.keys(lookOutKinds) as LookOutKind[]

const storedLookOut = z.object({
  kind: z.string().refine((kind): kind is LookOutKind => Object.hasOwn(lookOutKinds, kind)),
  evidence: z.record(z.string(), z.union([z.string(), z.number()])),
  firstSeenAt: z.coerce.date(),
  lastSeenAt: z.coerce.date(),
  clearedAt: z.coerce.date().optional(),
})

/** Look-outs as an entry stores them, those that hold and those that held; the gravest first. */
export function parseLookOuts(stored: unknown): { lookOuts: LookOut[]; cleared: ClearedLookOut[] } {
  const all = Array.isArray(stored) ? stored.flatMap((one) => storedLookOut.safeParse(one).data ?? []) : []
  const sorted = all.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
  return {
    lookOuts: sorted.flatMap(({ clearedAt, ...one }) => (clearedAt ? [] : [one])),
    cleared: sorted.flatMap(({ clearedAt, ...one }) => (clearedAt ? [{ ...one, clearedAt }] : [])),
  }
}

const storedTime = z.coerce.date().nullish().catch(null)
const storedChecks = z.object({ terms: storedTime, text: storedTime, host: storedTime, payments: storedTime }).catch({})

export function parseChecks(stored: unknown): Checks {
  const { terms, text, host, payments } = storedChecks.parse(stored)
  return { terms: terms ?? null, text: text ?? null, host: host ?? null, payments: payments ?? null }
}

/** `text` is a sentence for a buyer; `short` some words for a row. */
export const lookOutInWords = ({ kind, evidence }: Pick<LookOut, 'kind' | 'evidence'>, part: 'text' | 'short') =>
  sayAny(`lookOuts.${kind}.${part}`, evidence)

// Evidence is read from the database; a test fills the places of every kind's texts.
const sayAny = say as unknown as (key: string, details: Details) => Sentence
