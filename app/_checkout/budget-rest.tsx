'use client'

import { useTranslations } from 'next-intl'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { sumsOf } from '@/lib/site/browser/channels/kept-channel'
import type { Purchase } from '@/lib/site/browser/purchase'
import { Button } from '@/lib/site/ui/button'
import { FailureNotice } from './failure-notice'
import { useAmounts } from './use-amounts'
import { isBusy, useCheckout } from './use-checkout'
import { useKeptChannel } from './use-kept-channel'

/** The rest of the budget after a purchase out of it, with the button that gives it back. */
export function BudgetRest({ purchase, option }: { purchase: Purchase; option: PaymentOption }) {
  const t = useTranslations('budget')
  const tCheckout = useTranslations('checkout.refunded')
  const channel = useKeptChannel(option)
  const acts = useCheckout({ purchase, options: [option], canSignIn: true, deliver: () => {} })
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
          <Button isBusy={isBusy(step)} onClick={() => void acts.refundChannel(option)}>
            {t('back', { amount: inWords(leftAtomic) })}
          </Button>
        </p>
      )}
    </section>
  )
}
