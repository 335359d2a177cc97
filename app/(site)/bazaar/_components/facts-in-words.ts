import type { BadgeState } from '@/lib/ui/badge'

/** Health in words; the badge adds a shape and a colour. */
export function healthInWords({
  type,
  verification,
  source,
  lastProbedAt,
}: {
  type: string
  verification: string
  source: string
  lastProbedAt: Date | null
}): { badge: BadgeState; text: string } {
  if (source === 'own' && lastProbedAt === null) return { badge: 'settled', text: 'Served here' }
  if (isUnprovenTool({ type, verification })) return { badge: 'neutral', text: 'Unproven' }
  return { badge: badges[verification] ?? 'neutral', text: checksInWords(verification) }
}

/** A tool that no server was seen to offer: what is known of it was said by a payment, a price list or a 402. */
export const isUnprovenTool = ({ type, verification }: { type: string; verification: string }): boolean =>
  type === 'mcp' && verification === 'unverified'

const badges: Record<string, BadgeState> = { live: 'settled', failing: 'waiting', dead: 'refused' }

const checks: Record<string, string> = {
  live: 'Answers',
  failing: 'Fails now and then',
  dead: 'Does not answer',
  unverified: 'Never checked',
}

/** What the checks of an entry came to. */
export const checksInWords = (verification: string): string => checks[verification] ?? verification

/** Where a listing came from. `label` is the importer's name for its source. */
export function sourceInWords(source: string, label: string): string {
  const words: Record<string, string> = {
    own: 'Sold by this site',
    settled: 'Listed by a payment that settled here',
    probed: 'Listed by a probe that it answered',
    imported: `Imported from ${label}, unverified`,
  }
  return words[source] ?? label
}

/** A share as a whole percentage, never rounded up to a perfect record. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Calls paid for here in the last 30 days. Payers are counted when they are independent of the seller. */
export function recentUseInWords({ total, payers }: { total: number; payers: number }): string {
  if (total === 0) return 'No calls paid here in 30 days'
  const calls = `${total.toLocaleString('en-GB')} ${total === 1 ? 'call' : 'calls'} in 30 days`
  if (payers === 0) return `${calls}, none by an independent payer`
  return `${calls}, ${payers.toLocaleString('en-GB')} independent ${payers === 1 ? 'payer' : 'payers'}`
}

const suspicionWords: Record<string, string> = {
  stuffed: 'Its text repeats words more than a description needs.',
  copied: 'Its text copies an older entry that pays somebody else.',
  farmed: 'Its host lists many clones of one text.',
  pay_to_changed: 'It pays another wallet than before.',
}

/** Why the catalog distrusts an entry. */
export const suspicionInWords = (suspicion: string): string => suspicionWords[suspicion] ?? readable(suspicion)

const problemWords: Record<string, string> = {
  price_unknown: 'The price of at least one option is unknown.',
  payment_options_unknown: 'No way to pay is known.',
  pay_to_missing: 'It does not say whom it pays.',
  pay_to_missing_in_an_option: 'One option does not say whom it pays.',
  asset_missing: 'One option does not say which asset it takes.',
  pays_to_a_burn_address: 'It pays an address that nobody controls.',
  option_without_scheme_or_network: 'One option names no scheme or no network.',
}

/** What is wrong with a listing's terms. */
export const problemInWords = (problem: string): string => problemWords[problem] ?? readable(problem)

const readable = (code: string): string => {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
