import type { PaymentOption } from '@/lib/base/x402/payment-option'

/** One option in a listing. Null is unknown, never free. */
export type ListedTerms = Pick<PaymentOption<bigint | null>, 'scheme' | 'network' | 'asset' | 'amountAtomic' | 'payTo'>

/** An option that a resource asks for now, and what its listing says in its place; null where it says nothing. */
export type Drift = { option: PaymentOption; listed: { amountAtomic: bigint; payTo: string } | null }

/** The differences, option by option; empty when the listing has everything that is asked for. */
export function compareTerms(asked: PaymentOption[], listed: ListedTerms[]): Drift[] {
  return asked.flatMap((option) => {
    const kin = listed.flatMap(({ scheme, network, asset, amountAtomic, payTo }) => {
      const isKin = scheme === option.scheme && network === option.network && isSame(asset, option.asset)
      return isKin && amountAtomic !== null && payTo !== '' ? [{ amountAtomic, payTo }] : []
    })
    const isListed = kin.some((each) => each.amountAtomic === option.amountAtomic && isSame(each.payTo, option.payTo))
    return isListed ? [] : [{ option, listed: kin.find((each) => isSame(each.payTo, option.payTo)) ?? kin[0] ?? null }]
  })
}

/** Hexadecimal addresses are the same in any case; others are not. */
const isSame = (one: string, other: string): boolean =>
  one === other || (/^0x[0-9a-f]{40}$/i.test(one) && one.toLowerCase() === other.toLowerCase())
