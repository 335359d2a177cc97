'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { Amount } from '@/lib/site/ui/amount'
import { CopyId } from '@/lib/site/ui/copy-id'
import { coinsInWords } from '@/lib/site/ui/option-price'
import { Lines, type ReceiptLine } from '@/lib/site/ui/receipt'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

type PricedLinesProps = {
  lines: ReceiptLine[]
  /** The payee in words; only the address without it. */
  payee?: string | undefined
  option: PaymentOption
  network: ReactNode
}

/** The rows of a receipt before it is paid: the goods, payee, network, fee, and the total as its largest figure. */
export function PricedLines({ lines, payee, option, network }: PricedLinesProps) {
  const t = useTranslations('checkout.receipt')
  const { payTo } = option
  return (
    <>
      <Lines
        lines={[
          ...lines,
          {
            label: t('paidTo'),
            value: (
              <>
                {payee}
                <span className="block text-small text-quiet">
                  <CopyId value={payTo} name={t('payeeAddress', { network: networkName(option.network) })} />
                </span>
              </>
            ),
          },
        ]}
      />
      {network}
      <Lines lines={[{ label: t('fee'), value: t('noFee') }]} />
      {option.paysFirst && <Lines lines={[{ label: t('order'), value: t('paysFirst') }]} />}
      <div className="mt-2 border-t border-ink pt-4">
        <Lines lines={[{ label: t(totalOf(option)), value: <Total option={option} /> }]} isTotal />
      </div>
    </>
  )
}

function totalOf({ scheme }: PaymentOption) {
  if (scheme === BATCH_SETTLEMENT) return 'eachCall'
  return scheme === 'upto' ? 'atMost' : 'total'
}

function Total({ option: { amountAtomic, coin, network } }: { option: PaymentOption }) {
  const t = useTranslations('checkout.receipt')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  return (
    <>
      <span className="figures text-total">
        {coin ? (
          <Amount {...{ amountAtomic, symbol: coin.symbol, decimals: coin.decimals }} />
        ) : (
          inDigits(coinsInWords(tPrice, amountAtomic, null))
        )}
      </span>
      {isTestNetwork(network) && <span className="block text-small font-regular text-quiet">{t('testMoney')}</span>}
    </>
  )
}
