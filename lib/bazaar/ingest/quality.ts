import { ESTABLISHED_PAYERS, isRecent } from '../entry/warnings'

export type QualitySignals = {
  source: string
  verification: string
  suspicions: readonly string[]
  payeeChangedAt: Date | null
  priceJumpedAt: Date | null
  organicPayers: number
  settledCount: number
  organicCount: number
  uptime30d: number | null
  firstSeenAt: Date
  hasDescription: boolean
  hasPrice: boolean
  hasSchema: boolean
  /** The declared one; null where the listing says none. */
  x402Version: number | null
}

const PROOF: Record<string, number> = { live: 0.5, unverified: 0.3, failing: 0.15, dead: 0 }
const NEWCOMER_DAYS = 14
const DAY_MS = 86_400_000

/**
 * How reliable an entry is, 0 to 1. It only decides between entries that fit a search about equally well. Payers count
 * with saturation and only independent ones; five bring most of what fifty bring.
 */
export function quality(signals: QualitySignals): number {
  const popularity = 0.3 * (1 - Math.exp(-signals.organicPayers / 5))
  const health = 0.1 * (signals.uptime30d ?? 0.5)
  const completeness =
    (signals.hasDescription ? 0.04 : 0) + (signals.hasPrice ? 0.03 : 0) + (signals.hasSchema ? 0.03 : 0)
  // Buyers who speak version 2 only cannot pay it.
  const reach = signals.x402Version === 1 ? 0.95 : 1
  const base = reach * ((PROOF[signals.verification] ?? 0) + popularity + health + completeness)
  return isSuspect(signals) ? base * 0.1 : Math.min(1, base)
}

/** True for a recent listing with too few independent payers: shown, but not before proven entries. */
export function isNewcomer({ source, firstSeenAt, organicPayers }: QualitySignals, now: Date): boolean {
  const isYoung = now.getTime() - firstSeenAt.getTime() < NEWCOMER_DAYS * DAY_MS
  return source !== 'own' && isYoung && organicPayers < ESTABLISHED_PAYERS
}

const SELF_PAID_FROM = 5
const isSelfPaid = ({ settledCount, organicCount }: QualitySignals): boolean =>
  settledCount >= SELF_PAID_FROM && organicCount * 5 < settledCount

/**
 * True if search leaves it out: farms, copies, stuffed text, popularity that was paid for, until independent payers vouch for it.
 * Honest sellers write stuffed text too; what was imported is excused.
 */
export function isSuspect(signals: QualitySignals): boolean {
  if (signals.organicPayers >= ESTABLISHED_PAYERS) return false
  const isMarked = signals.suspicions.some((kind) => kind !== 'stuffed' || signals.source !== 'imported')
  return isMarked || isSelfPaid(signals)
}

const CHANGED_FACTOR = 0.5
const JUMPED_FACTOR = 0.2

/** Factor of its score while its terms are new: another payee, or ten times the price. An honest change regains its rank. */
export function trust({ source, payeeChangedAt, priceJumpedAt }: QualitySignals, now: Date): number {
  if (source === 'own') return 1
  return (isRecent(payeeChangedAt, now) ? CHANGED_FACTOR : 1) * (isRecent(priceJumpedAt, now) ? JUMPED_FACTOR : 1)
}
