import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { useLocalDigits } from './use-local-digits'

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
