import { isRecord } from './header-codec'
import { formatAtomic } from './money'
import { familyOf } from './networks'
import type { RouteMethod } from './route-pattern'
import type { PaymentRequired } from './wire'

/** One way to pay a route, as its seller set it. Source: service spec 2.1. */
export type PricedOption = {
  /** `exact`: a fixed price. `upto`: metered. Or another scheme that was handed in. */
  scheme: string
  /** `$<decimal>`: the price for `exact`, else the maximum of one call. */
  price: string
  /** CAIP-2. */
  network: string
  payTo: string
  /** Limit of the time until a signed payment settles; 60 when omitted. */
  maxTimeoutSeconds?: number
  /** Wait of a payer who takes the rest of a deposit back without the seller; a day when omitted. */
  withdrawDelaySeconds?: number
  /** Calls that the least deposit pays for; a hundred when omitted. */
  callsPerDeposit?: number
}

/** True for a scheme by which each payment moves its own money, and buys something itself. */
export const isTransfer = ({ scheme }: { scheme: string }): boolean => scheme === 'exact' || scheme === 'upto'

/** An asset's facts by its contract, never by a seller's name for it; not on the wire. */
export type Coin = { symbol: string; decimals: number }

/** One way to pay, ready to be shown in words before any signature is asked for. `Amount` is null where unknown. */
export type PaymentOption<Amount = bigint> = {
  scheme: string
  network: string
  asset: string
  amountAtomic: Amount
  /** Null for an asset that this server does not know: it is then shown by its address and in atomic units. */
  coin: Coin | null
  payTo: string
  /** Seconds within which a signed payment must be used. */
  timeoutSeconds: number
  /** The seller takes the money before it makes the answer. */
  paysFirst?: boolean
  /** Facts of its own that a scheme beyond `exact` and `upto` needs. */
  extra?: Record<string, unknown>
}

export function paymentOptionsOf(
  accepts: PaymentRequired['accepts'],
  findAsset: (network: string, asset: string) => Coin | null,
): PaymentOption[] {
  return accepts.map((requirements) => ({
    scheme: requirements.scheme,
    network: requirements.network,
    asset: requirements.asset,
    amountAtomic: BigInt(requirements.amount),
    coin: findAsset(requirements.network, requirements.asset),
    payTo: requirements.payTo,
    timeoutSeconds: requirements.maxTimeoutSeconds,
    ...(paysBeforeAnswer(requirements) && { paysFirst: true }),
    ...(!isTransfer(requirements) && requirements.extra && { extra: requirements.extra }),
  }))
}

export const amountInWords = (amountAtomic: bigint, { coin, asset }: Pick<PaymentOption, 'coin' | 'asset'>): string =>
  coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : `${amountAtomic} units of ${asset}`

/** The cheapest payment in a known coin, and whether any other costs more or an unknown amount; null for none. */
export function findLeast<Option extends Pick<PaymentOption<bigint | null>, 'amountAtomic' | 'coin'>>(
  options: readonly Option[],
): { least: Option; isFrom: boolean } | null {
  const known = options.flatMap((option) =>
    option.coin && option.amountAtomic !== null ? [{ option, value: valueOf(option.amountAtomic, option.coin) }] : [],
  )
  const [first, ...others] = known
  if (!first) return null
  const least = others.reduce((one, other) => (other.value < one.value ? other : one), first)
  const isFrom = known.length < options.length || known.some(({ value }) => value > least.value)
  return { least: least.option, isFrom }
}

/** Comparable among coins of one currency, whatever their decimals. */
export const valueOf = (amountAtomic: bigint, { decimals }: Pick<Coin, 'decimals'>): bigint =>
  amountAtomic * 10n ** BigInt(36 - decimals)

/**
 * Separates ways to pay that a wallet on this site's pages has from those that only programs have. Where only programs
 * can pay, people are shown the programs' ways.
 */
export function splitForPeople<Option extends { network: string }>(
  options: readonly Option[],
): { forPeople: readonly Option[]; forPrograms: readonly Option[] } {
  const forPeople = options.filter(({ network }) => familyOf(network) !== 'avm')
  if (forPeople.length === 0) return { forPeople: options, forPrograms: [] }
  return { forPeople, forPrograms: options.filter((option) => !forPeople.includes(option)) }
}

/** `extra.paymentFlow`: whether the money moves after the answer is made (absent: that), or before it. Source: scheme `exact`. */
const flows = ['authorization', 'upfront', 'escrow'] as const

type Extra = { extra?: unknown }

const flowOf = ({ extra }: Extra): unknown =>
  isRecord(extra) ? (extra.paymentFlow ?? 'authorization') : 'authorization'

/** False for an order of payment that a client does not know, and so must not pay. */
export const isFlowKnown = (option: Extra): boolean => flows.some((flow) => flow === flowOf(option))

/** True where the seller takes the money before it makes the answer, and keeps it if that fails. */
export const paysBeforeAnswer = (option: Extra): boolean => flowOf(option) !== 'authorization'

/** Says in an option that it is settled first. All but `exact` are charged for what was sent. */
export function payingUpfront<Option extends { scheme: string; extra?: Record<string, unknown> }>(
  option: Option,
): Option {
  return option.scheme === 'exact' ? { ...option, extra: { ...option.extra, paymentFlow: 'upfront' } } : option
}

/** The order for a payer: an option that is paid after the answer before one that is paid first and costs no less. */
export function authorizationFirst<Option>(
  options: readonly Option[],
  termsOf: (option: Option) => { paysFirst: boolean; value: bigint },
): Option[] {
  const preferred = options.flatMap((option) => {
    const { paysFirst, value } = termsOf(option)
    if (!paysFirst) return [option]
    const others = options.filter((other) => !termsOf(other).paysFirst && termsOf(other).value <= value)
    return [...others, option]
  })
  return [...new Set(preferred)]
}

/** A route's offer as this site's gate answers it: typed, so that it is never parsed again. */
export type RouteTerms = { method: RouteMethod; challenge: PaymentRequired }
