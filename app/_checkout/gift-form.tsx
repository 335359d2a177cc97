'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useMemo, useState } from 'react'
import { isAddress } from '@/lib/base/x402/addresses'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { forgetGiftLink, type GiftLink, keepGiftLink, makeGiftLink } from '@/lib/site/browser/gift-link'
import type { Purchase } from '@/lib/site/browser/purchase'
import { Button } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { TextField } from '@/lib/site/ui/text-field'
import { CheckoutButton } from './checkout-button'
import { useDeliver } from './delivery'
import { FailureNotice } from './failure-notice'
import { useAmounts } from './use-amounts'
import { useCheckout } from './use-checkout'

type GiftFormProps = { purchase: Purchase; option: PaymentOption; wallet: BrowserWallet; hasFaucet: boolean }

/** Buys for another wallet, or for the one who redeems a link; the link is stored before it is paid for. */
export function GiftForm({ purchase, option, wallet, hasFaucet }: GiftFormProps) {
  const t = useTranslations('checkout.gift')
  const id = useId()
  const [text, setText] = useState('')
  const [link, setLink] = useState<GiftLink | null>(null)
  const [given, setGiven] = useState<string | null>(null)
  useEffect(() => {
    void makeGiftLink(purchase.url).then(setLink)
  }, [purchase])
  const receiver = text.trim()
  const isRefused = receiver !== '' && !['evm', 'svm', 'avm'].some((family) => isAddress(family, receiver))
  const gift = receiver === '' ? link && `sha256:${link.hash}` : isRefused ? null : receiver
  const asGift = useMemo(
    () => ({ ...purchase, headers: { ...purchase.headers, 'payment-gift': gift ?? '' } }),
    [purchase, gift],
  )
  const amount = useAmounts(option)(option.amountAtomic)
  const deliverToPayer = useDeliver()
  const showGiven = () => {
    if (receiver === '' && link) setLink(keepGiftLink(purchase.url, { ...link, isPaid: true }))
    else setGiven(receiver)
  }
  const acts = useCheckout({
    purchase: asGift,
    options: [option],
    canSignIn: false,
    // A server of an earlier version knows no gifts, and has sold it to the payer.
    deliver: (delivery) => {
      if (delivery.answer.headers.some(([name]) => name === 'payment-gift')) showGiven()
      else deliverToPayer(delivery)
    },
    // The answer to the payment was lost. Only this browser knows the link's secret, and so has paid for it.
    isDone: (reason) => {
      const isPaid = receiver === '' && (reason === 'gift_owned' || reason === 'payment_already_used')
      if (isPaid) showGiven()
      return isPaid
    },
  })
  if (link?.isPaid) {
    return (
      <div className="grid gap-4">
        <p role="status">{t('link')}</p>
        <CodeBlock code={`${window.location.origin}/library#gift=${link.secret}`} name={t('linkName')} />
        <p>
          <Button onClick={() => void makeGiftLink(forgetGiftLink(purchase.url)).then(setLink)}>{t('another')}</Button>
        </p>
      </div>
    )
  }
  if (given !== null) return <p role="status">{t('given', { address: given })}</p>
  return (
    <div className="grid gap-4">
      <p className="text-small text-quiet">{t('about')}</p>
      <TextField
        id={id}
        label={t('receiver')}
        hint={t('orLink')}
        {...(isRefused && { error: t('refused') })}
        autoComplete="off"
        isFigures
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {acts.step.kind === 'failed' && <FailureNotice failure={acts.step.failure} />}
      {gift !== null && (
        <CheckoutButton
          {...{ wallet, option, acts, hasFaucet }}
          networks={[option.network]}
          onFamily={() => {}}
          intent="pay"
          payment={{
            amountAtomic: option.amountAtomic,
            label: t('pay', { amount }),
            pay: (connected) => void acts.pay(connected, option),
          }}
        />
      )}
    </div>
  )
}
