import { useLocale } from 'next-intl'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { type Coin, findLeast, isTransfer, type PaymentOption, splitForPeople } from '@/lib/base/x402/payment-option'
import type { Translate } from '../messages/translate'

export function useLocalDigits(): (text: string) => string {
  const locale = useLocale()
  return (text) => localDigits(text, locale)
}

type AmountProps = Coin & { amountAtomic: bigint }

export function Amount({ amountAtomic, decimals, symbol }: AmountProps) {
  const inDigits = useLocalDigits()
  return <span className="figures">{inDigits(`${formatAtomic(amountAtomic, decimals)}\u00a0${symbol}`)}</span>
}

/** "0.05 USDC"; for an unknown coin, a number of units. */
export const coinsInWords = (t: Translate<'price'>, amountAtomic: bigint, coin: Coin | null): string =>
  coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : t('units', { amount: amountAtomic.toString() })

/** "0.05 USDC on Base Sepolia", "up to 0.05 USDC on Base", "0.0001 USDC a call on Base": the words of choices. */
export function optionPriceInWords(t: Translate<'price'>, option: PaymentOption): string {
  const network = networkName(option.network)
  const amount = optionAmountInWords(t, option)
  if (!isTransfer(option)) return t('perCallOn', { amount, network })
  return t(option.scheme === 'upto' ? 'upToOn' : 'on', { amount, network })
}

const optionAmountInWords = (t: Translate<'price'>, { amountAtomic, coin, asset }: PaymentOption): string =>
  coin ? coinsInWords(t, amountAtomic, coin) : t('unitsOf', { amount: amountAtomic.toString(), asset })

/**
 * The lowest price of an offer, and whether other ways to pay cost more. Options in unknown assets are described by the
 * first one's words.
 */
export function leastInWords(
  t: Translate<'price'>,
  options: readonly [PaymentOption, ...PaymentOption[]],
): { amount: string; as: 'exactly' | 'from' } {
  const found = options.every(({ coin }) => coin) ? findLeast(options) : null
  return {
    amount: optionAmountInWords(t, found?.least ?? options[0]),
    as: found?.isFrom ? 'from' : 'exactly',
  }
}

/** "Programs can also pay on Algorand Testnet."; null where people can pay on all of them. */
export function forProgramsInWords(t: Translate<'terms'>, options: readonly { network: string }[]): string | null {
  const names = new Set(splitForPeople(options).forPrograms.map(({ network }) => networkName(network)))
  return names.size === 0 ? null : t('programsOn', { networks: [...names].join(', ') })
}
