import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import { titleAndRest } from '@/lib/base/x402/titles'
import type { OptionDraft } from './draft'
import { type Entry, type Warning, warningCodes } from './entry'
import { payToIdentity } from './entry-key'
import knownNames from './known-names.json'

export const ESTABLISHED_PAYERS = 3

export const warningShape = z.object({ code: z.enum(warningCodes), text: z.string(), at: z.string().datetime() })

/** How long a change of payee, or a price of ten times as much, counts as recent. */
const RECENT_CHANGE_MS = 7 * 86_400_000

/** Warnings by what is known of a listing, without asking its resource. */
export function warningsOf(
  entry: Pick<Entry, 'verification' | 'health' | 'payeeChangedAt' | 'firstSeenAt' | keyof NamedService>,
  now: Date,
): Warning[] {
  const { source, verification, health, payeeChangedAt } = entry
  // This site answers for its own.
  const isAsked = health.lastProbedAt !== null || source === 'own'
  const doubt = findNameDoubt(entry)
  return [
    ...(doubt ? [warning(doubt, entry.firstSeenAt)] : []),
    ...(isAsked ? [] : [warning('never_asked', entry.firstSeenAt)]),
    ...(health.lastProbedAt !== null && verification !== 'live' ? [warning('no_answer', health.lastProbedAt)] : []),
    ...(isRecent(payeeChangedAt, now) ? [warning('payee_changed', payeeChangedAt)] : []),
  ]
}

/** Where live terms differ from the listed ones. A client may choose any option, so each counts. */
export function differencesOf(asked: OptionDraft[], entry: Entry, now: Date): Warning[] {
  const listed = entry.options.filter(({ payTo }) => payTo !== '')
  const known = listed.map(({ network, payTo }) => payToIdentity(network, payTo))
  const isOtherPayee = ({ network, payTo }: OptionDraft) =>
    payTo !== null && known.length > 0 && !known.includes(payToIdentity(network, payTo))
  const isOtherPrice = ({ network, asset, amountAtomic }: OptionDraft) => {
    const same = entry.options.filter((option) => option.network === network && option.asset === asset)
    const amounts = same.flatMap((option) => option.amountAtomic ?? [])
    return amountAtomic !== null && amounts.length > 0 && !amounts.includes(amountAtomic)
  }
  return [
    ...(asked.some(isOtherPrice) ? [warning('price_differs', now)] : []),
    ...(asked.some(isOtherPayee) ? [warning('payee_differs', now)] : []),
  ]
}

export const warning = (code: Warning['code'], at: Date): Warning => ({ code, text: say(`warnings.${code}`), at })

export const isRecent = (changedAt: Date | null, now: Date): changedAt is Date =>
  changedAt !== null && now.getTime() - changedAt.getTime() < RECENT_CHANGE_MS

const owners = new Map<string, readonly string[]>(Object.entries(knownNames))

type NamedService = { source: string; serviceName: string | null; description: string | null; resource: string }

/**
 * Whether a name imitates another by letters of two scripts in a word, or is a well-known company's at a host that is not
 * known to be theirs. A text names its service in a few words; a longer one only mentions.
 */
export function findNameDoubt({ source, serviceName, description, resource }: NamedService) {
  const words = (serviceName ?? titleAndRest(description ?? undefined, '').title).match(/[\p{L}'’-]+/gu) ?? []
  if (words.some((word) => word.length > 3 && /[a-z]/i.test(word) && LOOKS_LATIN.test(word))) return 'mixed_scripts'
  const url = URL.parse(resource)
  if (source === 'own' && !url?.pathname.startsWith('/x/')) return null
  const isOf = (domain: string) => `.${url?.hostname}`.endsWith(`.${domain}`)
  const isBorrowed = (word: string) => owners.get(word.toLowerCase())?.some(isOf) === false
  return (serviceName !== null || words.length < 6) && words.some(isBorrowed) ? 'borrowed_name' : null
}

const LOOKS_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
