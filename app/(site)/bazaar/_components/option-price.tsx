import { Amount } from '@/lib/ui/amount'
import { shortenMiddle } from '@/lib/ui/shorten-middle'
import { networkName } from '@/lib/x402/networks'
import type { PaymentOption } from '@/lib/x402/payment-option'

type OptionPriceProps = { option: Omit<PaymentOption<bigint | null>, 'payTo' | 'timeoutSeconds'> }

/** What one option costs. The decimals of an unknown asset are unknown: its amount stays in its own units. */
export function OptionPrice({ option: { scheme, network, asset, amountAtomic, coin } }: OptionPriceProps) {
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
