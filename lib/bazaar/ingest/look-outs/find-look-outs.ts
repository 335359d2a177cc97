import { formatAtomic } from '@/lib/base/x402/money'
import { microDollars } from '../../entry/assets'
import type { Checks, Evidence, LookOutKind } from '../../entry/look-outs'
import { payToIdentity } from '../../entry/pay-to-identity'
import type { StoredTerms } from '../../entry/stored-terms'

/** Facts about an entry by which look-outs are found. */
export type Facts = {
  options: { network: string; asset: string | null; amountAtomic: bigint | null; microDollars: bigint | null }[]
  isStuffed: boolean
  /** The older listing with the same text that pays another wallet. */
  original: string | null
  /** Other hosts with the same text that pay the same wallet. */
  mirrors: number
  /** Listings of its host with nearly the same text and no independent payer. */
  clones: number
  /** Its terms as they were seen, newest first, some hundreds at most; the last may be older than thirty days. */
  history: { kind: string; seenAt: Date; options: Omit<StoredTerms, 'scheme'>[] }[]
  /** The most that an independent payer has paid for it, by network, in atomic units. */
  mostPaid: ReadonlyMap<string, bigint>
  /** The middle price of its kind, in millionths of a dollar; null where too few are known. */
  kindMicros: bigint | null
  settledCount: number
  organicCount: number
  organicPayers: number
  /** Listings of the wallet it pays that its only payers pay; 0 where others pay too. */
  listingsOfPayer: number
  /** Payers who had their money from the payee, and a transfer that shows it. */
  funding: { payers: number; transaction: string } | null
  isAnyPathPaid: boolean
  checks: Checks
}

export type Found = Map<LookOutKind, Evidence>

const DAY_MS = 86_400_000
const MONTH_MS = 30 * DAY_MS
const SWAPS = 3
const PRICE_CHANGES_A_DAY = 3
const SWING = 10n
const FARM_SIZE = 30
const MIRRORS = 3
const LISTINGS_OF_ONE_PAYER = 10
const SELF_PAID_FROM = 5
const DEAR_MICROS = 1_000_000n
const DECOY_MICROS = 100_000_000n
const TIMES_ITS_KIND = 100n

/** Every look-out that holds for these facts, with its evidence. */
export function findLookOuts(facts: Facts, now: Date): Found {
  return new Map([
    ...aboutPayee(facts, now),
    ...aboutPrice(facts, now),
    ...aboutText(facts),
    ...aboutPayments(facts),
    ...when(facts.isAnyPathPaid, 'answers_any_path', {}),
  ])
}

const when = (holds: boolean, kind: LookOutKind, evidence: Evidence): [LookOutKind, Evidence][] =>
  holds ? [[kind, evidence]] : []

/** The terms of thirty days, and those that held when they began. */
function recent({ history }: Facts, now: Date): Facts['history'] {
  const ended = history.findIndex(({ seenAt }) => now.getTime() - seenAt.getTime() > MONTH_MS)
  return ended === -1 ? history : history.slice(0, ended + 1)
}

function aboutPayee(facts: Facts, now: Date): [LookOutKind, Evidence][] {
  const seen = recent(facts, now)
  const swaps = seen.filter(({ kind, seenAt }) => kind === 'pay_to' && now.getTime() - seenAt.getTime() <= MONTH_MS)
  const [latest] = swaps
  if (!latest) return []
  const byNetwork = new Map<string, Set<string>>()
  for (const { network, payTo } of seen.flatMap(({ options }) => options)) {
    if (payTo === null) continue
    byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(payToIdentity(network, payTo)))
  }
  const payees = Math.max(...[...byNetwork.values()].map(({ size }) => size))
  const evidence = { changes: swaps.length, payees, lastAt: latest.seenAt.toISOString() }
  return [[swaps.length >= SWAPS ? 'payee_swaps' : 'payee_changed', evidence]]
}

function aboutPrice(facts: Facts, now: Date): [LookOutKind, Evidence][] {
  const changes = facts.history.filter(({ kind }) => kind === 'price')
  const inMonth = changes.filter(({ seenAt }) => now.getTime() - seenAt.getTime() <= MONTH_MS)
  const inDay = inMonth.filter(({ seenAt }) => now.getTime() - seenAt.getTime() <= DAY_MS)
  const widest = widestRange(recent(facts, now))
  const isSwinging = widest !== null && widest.lowest > 0n && widest.highest >= SWING * widest.lowest
  const swings: [LookOutKind, Evidence][] =
    widest !== null && inMonth.length > 0 && (inDay.length >= PRICE_CHANGES_A_DAY || isSwinging)
      ? [['price_swings', { changes: inMonth.length, ...inDollarsBoth(widest) }]]
      : []
  return [...swings, ...aboutDecoy(facts, widest)]
}

type Range = { network: string; asset: string | null; lowest: bigint; highest: bigint }

/** The coin whose price moved most, with its lowest and highest price. */
function widestRange(seen: Facts['history']): Range | null {
  const ranges = new Map<string, Range>()
  for (const { network, asset, amount } of seen.flatMap(({ options }) => options)) {
    if (amount === null) continue
    const known = ranges.get(`${network} ${asset}`)
    const value = BigInt(amount)
    ranges.set(`${network} ${asset}`, {
      ...{ network, asset },
      lowest: known && known.lowest < value ? known.lowest : value,
      highest: known && known.highest > value ? known.highest : value,
    })
  }
  const all = [...ranges.values()]
  return all.reduce<Range | null>(
    (most, one) => (most === null || one.highest * most.lowest > most.highest * one.lowest ? one : most),
    null,
  )
}

const inDollarsBoth = (range: Range) => ({
  lowest: inDollars(range, range.lowest),
  highest: inDollars(range, range.highest),
})

function inDollars({ network, asset }: Pick<Range, 'network' | 'asset'>, amount: bigint): string {
  const micros = microDollars(network, asset, amount)
  return micros === null ? String(amount) : dollars(micros)
}

const dollars = (micros: bigint): string => `$${formatAtomic(micros, 6)}`

/** A client may choose any option, so the dearest counts. Nobody independent has paid half of a decoy. */
function aboutDecoy({ options, mostPaid, kindMicros }: Facts, range: Range | null): [LookOutKind, Evidence][] {
  const dear = options.flatMap(({ microDollars: asked, ...option }) =>
    asked !== null && asked >= DEAR_MICROS ? [{ ...option, asked }] : [],
  )
  const dearest = dear.toSorted((one, other) => Number(other.asked - one.asked))[0]
  if (!dearest) return []
  // Payments are known by network only: where it has several coins, their units differ.
  const coins = new Set(options.filter(({ network }) => network === dearest.network).map(({ asset }) => asset))
  const paid = coins.size === 1 ? mostPaid.get(dearest.network) : undefined
  if (paid !== undefined && dearest.amountAtomic !== null && 2n * paid >= dearest.amountAtomic) return []
  const before = range && isOf(range, dearest) ? range.lowest : null
  const isAboveItself =
    before !== null && before > 0n && dearest.amountAtomic !== null && dearest.amountAtomic >= SWING * before
  const isAboveKind = kindMicros !== null && dearest.asked >= TIMES_ITS_KIND * kindMicros
  return when(dearest.asked >= DECOY_MICROS || isAboveItself || isAboveKind, 'decoy_price', {
    asked: dollars(dearest.asked),
    ...(kindMicros !== null && { kind: dollars(kindMicros) }),
    ...(isAboveItself && { before: inDollars(dearest, before) }),
    ...(paid !== undefined && { mostPaid: inDollars(dearest, paid) }),
  })
}

const isOf = (range: Range, { network, asset }: Pick<Range, 'network' | 'asset'>): boolean =>
  range.network === network && range.asset === asset

const aboutText = ({ isStuffed, original, mirrors, clones }: Facts): [LookOutKind, Evidence][] => [
  ...when(original !== null, 'copied', { original: original ?? '' }),
  ...when(clones >= FARM_SIZE, 'farmed', { clones }),
  ...when(mirrors >= MIRRORS, 'mirrored', { hosts: mirrors }),
  ...when(isStuffed, 'stuffed', {}),
]

/** True for popularity that its seller paid for. */
export const isSelfPaid = ({ settledCount, organicCount }: Pick<Facts, 'settledCount' | 'organicCount'>): boolean =>
  settledCount >= SELF_PAID_FROM && organicCount * 5 < settledCount

function aboutPayments(facts: Facts): [LookOutKind, Evidence][] {
  const { settledCount, organicCount, listingsOfPayer, funding } = facts
  return [
    ...when(isSelfPaid(facts), 'self_paid', {
      ...{ total: settledCount, organic: organicCount },
      ...(funding && { fundedPayers: funding.payers, fundedBy: funding.transaction }),
    }),
    ...when(listingsOfPayer >= LISTINGS_OF_ONE_PAYER, 'one_payer', { listings: listingsOfPayer }),
  ]
}
