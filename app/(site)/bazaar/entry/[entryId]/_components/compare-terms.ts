import type { PaymentOption } from '@/lib/base/x402/payment-option'

/** One option in a listing. Null is unknown, never free. */
export type ListedTerms = Pick<PaymentOption<bigint | null>, 'scheme' | 'network' | 'asset' | 'amountAtomic' | 'payTo'>

/** A difference between an option that a resource asks for now and its listing. */
export type Drift =
  | { kind: 'price'; option: PaymentOption; listedAtomic: bigint }
  | { kind: 'payee'; option: PaymentOption; listedPayTo: string }
  | { kind: 'unlisted'; option: PaymentOption }

/** The differences, option by option; empty when the listing has everything that is asked for. */
export function compareTerms(asked: PaymentOption[], listed: ListedTerms[]): Drift[] {
  return asked.flatMap((option) => driftOf(option, listed) ?? [])
}

function driftOf(option: PaymentOption, listed: ListedTerms[]): Drift | null {
  const kin = listed.filter(
    ({ scheme, network, asset }) =>
      scheme === option.scheme && network === option.network && isSame(asset, option.asset),
  )
  const paidAlike = kin.filter(({ payTo }) => isSame(payTo, option.payTo))
  if (paidAlike.some(({ amountAtomic }) => amountAtomic === option.amountAtomic)) return null
  const [priced] = paidAlike.flatMap(({ amountAtomic }) => amountAtomic ?? [])
  if (priced !== undefined) return { kind: 'price', option, listedAtomic: priced }
  const [payee] = kin.flatMap(({ payTo }) => (payTo === '' ? [] : [payTo]))
  if (payee !== undefined && paidAlike.length === 0) return { kind: 'payee', option, listedPayTo: payee }
  return { kind: 'unlisted', option }
}

/** Hexadecimal addresses are the same in any case; others are not. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/^0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase())
