'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { onRampAddress } from '@/lib/site/browser/on-ramp'
import { siteSetting } from '@/lib/site/browser/site-setting'
import { Button } from '@/lib/site/ui/button'
import { buttonClass } from '@/lib/site/ui/button-class'
import { Notice } from '@/lib/site/ui/notice'
import { coinsInWords } from '@/lib/site/ui/option-price'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

type ShortageProps = {
  missingAtomic: bigint
  option: PaymentOption
  address: string
  hasFaucet: boolean
  onFunded: () => void
}

/** The missing amount and where to get it; in the demo, from the faucet at once. */
export function Shortage({ missingAtomic, option, address, hasFaucet, onFunded }: ShortageProps) {
  const t = useTranslations('checkout.shortage')
  const tPrice = useTranslations('price')
  const { network, coin } = option
  // The notice appears once a wallet is connected, so only in browsers.
  const onRamp = onRampAddress(siteSetting('on-ramp-url'), { option, address, missingAtomic })
  const amount = useLocalDigits()(coinsInWords(tPrice, missingAtomic, coin))
  const faucet = useMutation({
    mutationFn: async () => {
      const answer = await fetch('/devnet/faucet', { method: 'POST', body: JSON.stringify({ network, address }) })
      if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
    },
    onSuccess: onFunded,
  })
  return (
    <Notice tone="waiting" title={t('title', { amount })} announce="polite">
      <p>
        {hasFaucet
          ? t('free', { network: networkName(network) })
          : t('send', { symbol: coin?.symbol ?? '', network: networkName(network) })}
      </p>
      {hasFaucet && (
        <p>
          <Button variant="primary" isBusy={faucet.isPending} onClick={() => faucet.mutate()}>
            {t('get', { symbol: coin?.symbol ?? '' })}
          </Button>
        </p>
      )}
      {onRamp && (
        <p>
          <a href={onRamp} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
            {t('buy', { symbol: coin?.symbol ?? '' })}
          </a>
        </p>
      )}
      <p role="status">{faucet.isError && t('failed')}</p>
      {!hasFaucet && <Button onClick={onFunded}>{t('again')}</Button>}
    </Notice>
  )
}
