'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { BATCH_SETTLEMENT, channelsFirst } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { Purchase } from '@/lib/site/browser/purchase'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { AtWallet } from './at-wallet'
import { CeilingNote } from './ceiling-note'
import { ChannelCheckout } from './channel-checkout'
import { CheckoutButton, type Intent } from './checkout-button'
import { useDeliver } from './delivery'
import { browserFamilyOf } from './load-wallets'
import { OptionPicker } from './option-picker'
import { type CheckoutActs, isBusy, type Step, useCheckout } from './use-checkout'

export type CheckoutProps = {
  purchase: Purchase
  options: PaymentOption[]
  /** The wallet that paid may open it again by signing in. */
  canSignIn: boolean
  hasFaucet: boolean
  /** Requests the terms again when they have changed; without it the page is reloaded. */
  onTermsChanged?: () => void
}

/** Channels are opened only with sellers of this site: its library can return a balance without the browser's key. */
const isPayableHere = ({ network, coin, scheme, channel }: PaymentOption, { send }: Purchase): boolean =>
  browserFamilyOf(network) !== null &&
  coin !== null &&
  (scheme !== BATCH_SETTLEMENT || (channel !== undefined && send === undefined))

/** Pays for one request with a wallet of this browser, or signs in where it was paid for before. */
export function Checkout({ purchase, options, canSignIn, hasFaucet, onTermsChanged }: CheckoutProps) {
  const t = useTranslations('checkout')
  const payable = channelsFirst(
    options.filter((option) => isPayableHere(option, purchase)),
    (option) => option,
  )
  const [chosen, setChosen] = useState(0)
  const [intent, setIntent] = useState<Intent>('pay')
  const deliver = useDeliver()
  const acts = useCheckout({
    purchase,
    options: payable,
    canSignIn,
    deliver,
    ...(onTermsChanged && { onTermsChanged }),
  })
  const option = payable[chosen] ?? payable[0]
  if (!option) return <p>{t('notHere')}</p>
  const networks = payable.map(({ network }) => network)
  return (
    <div className="grid gap-6">
      <OptionPicker
        options={payable}
        chosen={payable.indexOf(option)}
        isLocked={isBusy(acts.step)}
        onChoose={setChosen}
      />
      {option.scheme === 'upto' && intent === 'pay' && <CeilingNote option={option} />}
      <FailureNotice step={acts.step} />
      {acts.isPaymentKept && acts.step.kind === 'ready' && <KeptNotice />}
      {acts.step.kind === 'refunded' && <RefundNotice amount={acts.step.amount} />}
      {option.channel && intent === 'pay' ? (
        <ChannelCheckout {...{ option, networks, acts, hasFaucet }} />
      ) : (
        <AtWallet family={browserFamilyOf(option.network) ?? 'evm'} networks={networks}>
          {(wallet) => <CheckoutButton {...{ wallet, option, intent, acts, hasFaucet }} />}
        </AtWallet>
      )}
      <Progress step={acts.step} />
      {canSignIn && <IntentSwitch {...{ intent, setIntent, acts }} />}
    </div>
  )
}

function IntentSwitch({
  intent,
  setIntent,
  acts,
}: {
  intent: Intent
  setIntent: (intent: Intent) => void
  acts: CheckoutActs
}) {
  const t = useTranslations('checkout.other')
  const other = intent === 'pay' ? 'sign-in' : 'pay'
  return (
    <p>
      <Button disabled={isBusy(acts.step)} onClick={() => setIntent(other)}>
        {t(intent === 'pay' ? 'signIn' : 'pay')}
      </Button>
    </p>
  )
}

function RefundNotice({ amount }: { amount: string | null }) {
  const t = useTranslations('checkout.refunded')
  const title = amount === null ? t('nothing') : t('title', { amount })
  return (
    <Notice tone="settled" title={title} announce="polite">
      <p>{t('detail')}</p>
    </Notice>
  )
}

/** For a reloaded page, or another tab, while the outcome is open. */
function KeptNotice() {
  const t = useTranslations('checkout.kept')
  return (
    <Notice tone="waiting" title={t('title')}>
      <p>{t('detail')}</p>
    </Notice>
  )
}

function FailureNotice({ step }: { step: Step }) {
  if (step.kind !== 'failed') return null
  const { title, detail, next } = step.failure
  return (
    <Notice tone={next === 'resume' ? 'waiting' : 'refused'} title={title} announce="assertive">
      <p>{detail}</p>
    </Notice>
  )
}

/** Under the button, politely. It is always there, so that screen readers hear it change and nothing moves. */
function Progress({ step }: { step: Step }) {
  const t = useTranslations('checkout.progress')
  const { kind } = step
  return (
    <p role="status" className="-my-4 min-h-5 text-small text-quiet">
      {kind !== 'ready' && kind !== 'failed' && kind !== 'refunded' && t(kind)}
    </p>
  )
}
