'use client'

import { useTranslations } from 'next-intl'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { sumsOf } from '@/lib/site/browser/channels/kept-channel'
import type { Purchase } from '@/lib/site/browser/purchase'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { callsLeft } from './channel-balance'
import { CallNow } from './channel-checkout'
import { useDeliver, useShowTerms } from './delivery'
import { useCheckout } from './use-checkout'
import { useKeptChannel } from './use-kept-channel'

/** The balance after a call, and a button for the next call: its answer replaces this one. */
export function CallAgain({ purchase, option }: { purchase: Purchase; option: PaymentOption }) {
  const t = useTranslations('channel')
  const tCheckout = useTranslations('checkout')
  const inDigits = useLocalDigits()
  const channel = useKeptChannel(option)
  const deliver = useDeliver()
  const showTerms = useShowTerms()
  const acts = useCheckout({ purchase, options: [option], canSignIn: false, deliver })
  if (!channel) return null
  const { leftAtomic } = sumsOf(channel)
  const { step } = acts
  return (
    <section aria-label={t('aside')} className="grid gap-4 border border-rule bg-sheet p-4 sm:p-6">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t('leftHere')}</span>
        <span className="text-end font-strong">
          <span className="figures">{inDigits(amountInWords(leftAtomic, option))}</span>{' '}
          <span className="text-small font-regular text-quiet">{callsLeft(t, leftAtomic, option)}</span>
        </span>
      </p>
      {step.kind === 'failed' && (
        <Notice tone="refused" title={step.failure.title} announce="assertive">
          <p>{step.failure.detail}</p>
        </Notice>
      )}
      <p className="flex flex-wrap gap-4">
        {leftAtomic >= option.amountAtomic && !acts.isPaymentKept && <CallNow option={option} acts={acts} />}
        {acts.isPaymentKept && (
          <Button variant="primary" isBusy={step.kind === 'settling'} onClick={() => void acts.resume()}>
            {tCheckout('askOutcome')}
          </Button>
        )}
        <Button onClick={showTerms}>{t('topUpOrBack')}</Button>
      </p>
    </section>
  )
}
