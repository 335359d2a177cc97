import { Amount } from '@/lib/ui/amount'
import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { networkName } from '@/lib/x402/networks'
import type { PaymentOption } from '@/lib/x402/payment-option'

type OptionPriceProps = { option: Omit<PaymentOption<bigint | null>, 'payTo' | 'timeoutSeconds'> }

/** What one option costs, and whether it is paid out of an amount that was put aside. The decimals of an unknown asset are unknown: its amount stays in its own units. */
export const OptionPrice = ({ option }: OptionPriceProps) => (
  <>
    <Price option={option} />
    {option.scheme === 'batch-settlement' && <span className="text-quiet">, out of a deposit</span>}
  </>
)

function Price({ option: { scheme, network, asset, amountAtomic, coin } }: OptionPriceProps) {
  if (amountAtomic !== null && coin)
    return <Amount amountAtomic={amountAtomic} {...coin} network={network} isMaximum={scheme === 'upto'} />
  return (
    <span className="tabular-nums">
      {amountAtomic === null ? (
        'Price unknown'
      ) : (
        <>
          {scheme === 'upto' && 'up to '}
          <span className="figures">{amountAtomic.toString()}</span> units of{' '}
          <span className="figures" title={asset}>
            {asset === '' ? 'an unnamed asset' : shortenMiddle(asset)}
          </span>
        </>
      )}
      <span className="text-quiet"> on {networkName(network)}</span>
    </span>
  )
}
