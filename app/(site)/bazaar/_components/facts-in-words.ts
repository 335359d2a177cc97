import type { Entry } from '@/lib/bazaar/entry/entry'
import type { Translate } from '@/lib/site/messages/translate'
import type { BadgeState } from '@/lib/site/ui/badge'

export type BazaarTexts = Translate<'bazaar'>

/** Whether it answers, in a few words: how often and how fast it was seen to answer. */
export function answersInWords(t: BazaarTexts, entry: Entry): { state: BadgeState; text: string } {
  const { verification, health, source } = entry
  const { lastProbedAt, uptime30d, latencyMs } = health
  if (source === 'own' && lastProbedAt === null) return { state: 'settled', text: t('facts.servedHere') }
  const state = states[verification] ?? 'neutral'
  if (verification !== 'live' || uptime30d === null) {
    return { state, text: isUnprovenTool(entry) ? t('facts.unproven') : checksInWords(t, verification) }
  }
  const share = percentInWords(t, uptime30d)
  return { state, text: latencyMs === null ? share : t('card.shareAndTime', { share, count: String(latencyMs) }) }
}

/** A tool is known only from a payment, a price list or a 402. */
export const isUnprovenTool = ({ type, verification }: { type: string; verification: string }): boolean =>
  type === 'mcp' && verification === 'unverified'

const states: Record<string, BadgeState> = { live: 'settled', failing: 'waiting', dead: 'refused' }

export const checksInWords = (t: BazaarTexts, verification: string): string =>
  knownText(t, `facts.health.${verification}`) ?? verification

/** The source of a listing. `label` is the importer's name for it. */
export const sourceInWords = (t: BazaarTexts, source: string, label: string): string =>
  source === 'imported' ? t('facts.imported', { label }) : (knownText(t, `facts.sources.${source}`) ?? label)

/** A share as a whole percentage, never rounded up to a perfect record. */
export const percentInWords = (t: BazaarTexts, share: number): string =>
  t('facts.percent', { share: Math.floor(share * 100) })

/** Calls paid for here in the last 30 days. Only payers independent of the seller are counted. */
export const recentUseInWords = (t: BazaarTexts, { total, payers }: { total: number; payers: number }): string =>
  total === 0 ? t('facts.noCalls') : t('facts.calls', { total, payers })

export const problemsInWords = (t: BazaarTexts, codes: string[]): string[] =>
  codes.map((code) => knownText(t, `facts.problems.${code}`) ?? readable(code))

const readable = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
export const eitherInWords = (t: BazaarTexts, choices: string[]): string =>
  choices.length === 0 ? '' : choices.reduce((one, other) => t('either', { one, other }))

/** The text of a code from outside; null for one that has none. */
export const knownText = (t: KnownTexts, key: string): string | null => (t.has(key as never) ? t(key as never) : null)

type KnownTexts = { (key: never): string; has: (key: never) => boolean }
