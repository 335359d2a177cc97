import type { Entry } from '@/lib/bazaar/entry/entry'
import type { Translate } from '@/lib/site/messages/translate'
import type { BadgeState } from '@/lib/site/ui/badge'

export type BazaarTexts = Translate<'bazaar'>
export function healthInWords(
  t: BazaarTexts,
  {
    type,
    verification,
    source,
    lastProbedAt,
  }: { type: string; verification: string; source: string; lastProbedAt: Date | null },
): { badge: BadgeState; text: string } {
  if (source === 'own' && lastProbedAt === null) return { badge: 'settled', text: t('facts.servedHere') }
  if (isUnprovenTool({ type, verification })) return { badge: 'neutral', text: t('facts.unproven') }
  return { badge: findKnown(badges, verification) ?? 'neutral', text: checksInWords(t, verification) }
}

/** Whether it answers, in a few words: how often and how fast it was seen to answer. */
export function answersInWords(t: BazaarTexts, entry: Entry): { state: BadgeState; text: string } {
  const { verification, health } = entry
  const { badge, text } = healthInWords(t, { ...entry, lastProbedAt: health.lastProbedAt })
  if (verification === 'dead') return { state: 'refused', text: checksInWords(t, verification) }
  if (verification !== 'live' || health.uptime30d === null) return { state: badge, text }
  const share = percentInWords(t, health.uptime30d)
  return {
    state: badge,
    text: health.latencyMs === null ? share : t('card.shareAndTime', { share, count: String(health.latencyMs) }),
  }
}

/** A tool is known only from a payment, a price list or a 402. */
export const isUnprovenTool = ({ type, verification }: { type: string; verification: string }): boolean =>
  type === 'mcp' && verification === 'unverified'

const badges: Record<string, BadgeState> = { live: 'settled', failing: 'waiting', dead: 'refused' }

const checks = {
  live: 'facts.live',
  failing: 'facts.failing',
  dead: 'facts.dead',
  unverified: 'facts.unverified',
} as const

export function checksInWords(t: BazaarTexts, verification: string): string {
  const known = findKnown(checks, verification)
  return known ? t(known) : verification
}

const sources = { own: 'facts.own', settled: 'facts.settled', probed: 'facts.probed' } as const

/** The source of a listing. `label` is the importer's name for it. */
export function sourceInWords(t: BazaarTexts, source: string, label: string): string {
  if (source === 'imported') return t('facts.imported', { label })
  const known = findKnown(sources, source)
  return known ? t(known) : label
}

/** A share as a whole percentage, never rounded up to a perfect record. */
export const percentInWords = (t: BazaarTexts, share: number): string =>
  t('facts.percent', { share: Math.floor(share * 100) })

/** Calls paid for here in the last 30 days. Only payers independent of the seller are counted. */
export const recentUseInWords = (t: BazaarTexts, { total, payers }: { total: number; payers: number }): string =>
  total === 0 ? t('facts.noCalls') : t('facts.calls', { total, payers })

const problems = {
  price_unknown: 'facts.problems.priceUnknown',
  payment_options_unknown: 'facts.problems.optionsUnknown',
  pay_to_missing: 'facts.problems.payToMissing',
  pay_to_missing_in_an_option: 'facts.problems.payToMissingInOption',
  asset_missing: 'facts.problems.assetMissing',
  pays_to_a_burn_address: 'facts.problems.burnAddress',
  option_without_scheme_or_network: 'facts.problems.incompleteOption',
} as const

export const problemsInWords = (t: BazaarTexts, codes: string[]): string[] =>
  codes.map((code) => {
    const known = findKnown(problems, code)
    return known ? t(known) : readable(code)
  })

const readable = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
export const eitherInWords = (t: BazaarTexts, choices: string[]): string =>
  choices.length === 0 ? '' : choices.reduce((one, other) => t('either', { one, other }))

/** Looks up a code from outside in a table; null for one that it does not have. */
export const findKnown = <Value>(table: Readonly<Record<string, Value>>, code: string): Value | null =>
  Object.hasOwn(table, code) ? (table[code] ?? null) : null
