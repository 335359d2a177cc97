'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { channelKeyFor, tellOfChannels } from '@/lib/channels/browser/channel-store'
import { type KeptChannel, keepChannel, sumsOf } from '@/lib/channels/browser/kept-channel'
import { paymentStore } from '@/lib/site/browser/payment-store'
import type { Purchase } from '@/lib/site/browser/purchase'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { DepositForm, type DepositProps, LimitFields, limitsIn } from './deposit-form'
import { Disclosure } from './disclosure'
import { FailureNotice } from './failure-message'
import { isBusy, useCheckout, useKeptChannel } from './use-checkout'
import { useAmounts } from './use-wallet'

export function StartBudget(props: DepositProps) {
  const { channel } = props.option
  const t = useTranslations('budget')
  const tPrice = useTranslations('price')
  return (
    <DepositForm {...props} of="budget" verb="start">
      <p>{t('about')}</p>
      {channel && <p>{t('backAlone', { duration: durationInWords(tPrice, channel.withdrawDelaySeconds) })}</p>}
      <p>{t('key')}</p>
    </DepositForm>
  )
}

export function ManageBudget({ channel, ...props }: DepositProps & { channel: KeptChannel }) {
  const { option, acts } = props
  const t = useTranslations('budget')
  const { leftAtomic } = sumsOf(channel)
  const inWords = useAmounts(option)
  return (
    <div className="grid gap-6">
      {leftAtomic > 0n && (
        <p>
          <Button isBusy={isBusy(acts.step)} onClick={() => acts.refundChannel(option)}>
            {t('back', { amount: inWords(leftAtomic) })}
          </Button>
        </p>
      )}
      <BudgetLimits channel={channel} option={option} />
      <Disclosure title={t('topUp')}>
        <DepositForm {...props} of="budget" verb="add" payer={channel.payer} />
      </Disclosure>
    </div>
  )
}

/** The limits of a budget, which count from the next press, in every tab. */
function BudgetLimits({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('budget')
  const unitsOf = (atomic?: string) =>
    atomic === undefined ? '' : formatAtomic(BigInt(atomic), option.coin?.decimals ?? 0)
  const { each, day } = channel.limits
  const [texts, setTexts] = useState({ each: unitsOf(each), day: unitsOf(day) })
  const [isSaved, setSaved] = useState(false)
  const key = channelKeyFor(option)
  const limits = limitsIn(texts, option)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (limits === null || key === null) return
    keepChannel(paymentStore(), key, { ...channel, limits })
    tellOfChannels()
    setSaved(true)
  }
  return (
    <form onSubmit={save} className="grid gap-4">
      <LimitFields
        texts={texts}
        option={option}
        onChange={(next) => {
          setTexts(next)
          setSaved(false)
        }}
      />
      <p className="flex items-center gap-4">
        <Button type="submit" isBusy={limits === null}>
          {t('saveLimits')}
        </Button>
        <span role="status">{isSaved && t('saved')}</span>
      </p>
    </form>
  )
}

/** The rest of the budget after a purchase out of it, with the button that gives it back. */
export function BudgetRest({ purchase, option }: { purchase: Purchase; option: PaymentOption }) {
  const t = useTranslations('budget')
  const tCheckout = useTranslations('checkout.refunded')
  const channel = useKeptChannel(option)
  const acts = useCheckout({ purchase, options: [option], canSignIn: true, deliver: async () => {} })
  const inWords = useAmounts(option)
  const { step } = acts
  const leftAtomic = channel ? sumsOf(channel).leftAtomic : 0n
  return (
    <section aria-label={t('left')} className="grid gap-4 border-t border-rule pt-4">
      {step.kind === 'failed' && <FailureNotice failure={step.failure} />}
      {step.kind === 'refunded' && (
        <p role="status">{step.amount === null ? tCheckout('nothing') : tCheckout('title', { amount: step.amount })}</p>
      )}
      {leftAtomic > 0n && (
        <p className="flex flex-wrap items-center justify-between gap-4">
          <span>
            {t('left')} <span className="figures font-strong">{inWords(leftAtomic)}</span>
          </span>
          <Button isBusy={isBusy(step)} onClick={() => acts.refundChannel(option)}>
            {t('back', { amount: inWords(leftAtomic) })}
          </Button>
        </p>
      )}
    </section>
  )
}
