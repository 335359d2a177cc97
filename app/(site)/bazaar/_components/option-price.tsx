import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { Amount } from '@/lib/site/ui/amount'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

type OptionPriceProps = { option: Omit<PaymentOption<bigint | null>, 'payTo' | 'timeoutSeconds'> }

/** One option's price, and whether it is paid out of a deposit; atomic units where the asset's decimals are unknown. */
export function OptionPrice({ option }: OptionPriceProps) {
  const t = useTranslations('optionPrice')
  if (!paysByChannel(option)) return <Price option={option} />
  return t.rich('ofDeposit', {
    price: () => <Price option={option} />,
    quiet: (words) => <span className="text-quiet">{words}</span>,
  })
}

function Price({ option: { scheme, network, asset, amountAtomic, coin } }: OptionPriceProps) {
  const t = useTranslations('optionPrice')
  const inDigits = useLocalDigits()
  if (amountAtomic !== null && coin)
    return <Amount amountAtomic={amountAtomic} {...coin} network={network} isMaximum={scheme === 'upto'} />
  const place = {
    network: networkName(network),
    where: (words: ReactNode) => <span className="text-quiet">{words}</span>,
  }
  return (
    <span className="tabular-nums">
      {amountAtomic === null
        ? t.rich('unknown', place)
        : t.rich('units', {
            ...place,
            isMaximum: String(scheme === 'upto'),
            amount: inDigits(amountAtomic.toString()),
            figure: (amount) => <span className="figures">{amount}</span>,
            asset: asset === '' ? t('unnamed') : shortenMiddle(asset),
            unit: (name) => (
              <span className="figures" title={asset}>
                {name}
              </span>
            ),
          })}
    </span>
  )
}
