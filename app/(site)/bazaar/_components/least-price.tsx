import { formatAtomic } from '@/lib/x402/money'
import { findLeast } from '@/lib/x402/payment-option'
import type { Listing } from '../_server/explorer'

/** What a listing costs at least, short enough to compare down a list: "0.01 USDC", "from 0.01 USDC", "up to 0.05 USDC". */
export function LeastPrice({ options }: Pick<Listing, 'options'>) {
  const found = findLeast(options)
  if (found?.least.coin && found.least.amountAtomic !== null) {
    const { coin, amountAtomic, scheme } = found.least
    const limit = found.isFrom ? 'from ' : scheme === 'upto' ? 'up to ' : ''
    return (
      <span className="font-strong tabular-nums">
        {limit}
        <span className="figures">
          {formatAtomic(amountAtomic, coin.decimals)}&nbsp;{coin.symbol}
        </span>
      </span>
    )
  }
  if (options.length === 0) return <>No way to pay known</>
  return <>{options.every(({ amountAtomic }) => amountAtomic === null) ? 'Price unknown' : 'In an unknown coin'}</>
}
