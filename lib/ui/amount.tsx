import clsx from 'clsx'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'

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

/** Money as print: exact to the last digit, in tabular figures, with the unit in the same line and the network beside it. */
export function Amount({ amountAtomic, decimals, symbol, network, isMaximum = false, className }: AmountProps) {
  return (
    <span className={clsx('tabular-nums', className)}>
      {isMaximum && 'up to '}
      <span className="figures">
        {formatAtomic(amountAtomic, decimals)}
        {'\u00a0'}
        {symbol}
      </span>
      {network && <span className="text-quiet"> on {networkName(network)}</span>}
    </span>
  )
}
