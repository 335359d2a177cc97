'use client'

import { useState } from 'react'
import { onRampAddress } from '@/lib/browser/on-ramp'
import { siteSetting } from '@/lib/browser/site-setting'
import { Button } from '@/lib/ui/button'
import { buttonClass } from '@/lib/ui/button-class'
import { Notice } from '@/lib/ui/notice'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import type { PaymentOption } from '@/lib/x402/payment-option'

type ShortageProps = {
  missingAtomic: bigint
  option: PaymentOption
  address: string
  hasFaucet: boolean
  onFunded: () => void
}

/** How much is missing and where to get it; in the demo, from the faucet at once. */
export function Shortage({ missingAtomic, option, address, hasFaucet, onFunded }: ShortageProps) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const { network, coin } = option
  // The notice is there once a wallet is connected, so only in browsers.
  const onRamp = onRampAddress(siteSetting('on-ramp-url'), { option, address, missingAtomic })
  const missing = coin ? `${formatAtomic(missingAtomic, coin.decimals)} ${coin.symbol}` : `${missingAtomic} units`
  const fund = async () => {
    setState('asking')
    const body = JSON.stringify({ network, address })
    const answer = await fetch('/devnet/faucet', { method: 'POST', body }).catch(() => null)
    setState(answer?.ok ? 'idle' : 'failed')
    if (answer?.ok) onFunded()
  }
  return (
    <Notice tone="waiting" title={`This wallet is short of ${missing}`} announce="polite">
      <p>
        {hasFaucet
          ? `Test money on ${networkName(network)} is free here.`
          : `Send ${coin?.symbol ?? 'the asset'} on ${networkName(network)} to your address, or pay with another wallet.`}
      </p>
      {hasFaucet && (
        <p>
          <Button variant="primary" isBusy={state === 'asking'} onClick={() => void fund()}>
            Get test {coin?.symbol ?? 'money'}
          </Button>
        </p>
      )}
      {onRamp && (
        <p>
          <a href={onRamp} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
            Buy {coin?.symbol}
          </a>
        </p>
      )}
      <p role="status">{state === 'failed' && 'The faucet did not answer. Nothing was charged; try again.'}</p>
      {!hasFaucet && <Button onClick={onFunded}>Look again</Button>}
    </Notice>
  )
}
