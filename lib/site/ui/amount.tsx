import clsx from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { type Coin, findLeast, isTransfer, type PaymentOption, splitForPeople } from '@/lib/base/x402/payment-option'
import type { Translate } from '../messages/translate'

export function useLocalDigits(): (text: string) => string {
  const locale = useLocale()
  return (text) => localDigits(text, locale)
}

type AmountProps = {
  amountAtomic: bigint
  decimals: number
  symbol: string
  /** CAIP-2; shown by its name. */
  network?: string
  /** The amount is a maximum: the charge may be less. */
  isMaximum?: boolean
  className?: string
}

const figures = (chunks: ReactNode) => <span className="figures">{chunks}</span>
const quiet = (chunks: ReactNode) => <span className="text-quiet">{chunks}</span>

export function Amount({ amountAtomic, decimals, symbol, network, isMaximum = false, className }: AmountProps) {
  const t = useTranslations('ui.amount')
  const amount = useLocalDigits()(`${formatAtomic(amountAtomic, decimals)}\u00a0${symbol}`)
  const words = () => {
    if (network) return t.rich(isMaximum ? 'upToOn' : 'on', { amount, network: networkName(network), figures, quiet })
    return isMaximum ? t.rich('upTo', { amount, figures }) : figures(amount)
  }
  return <span className={clsx('tabular-nums', className)}>{words()}</span>
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
