'use client'

import { useTranslations } from 'next-intl'
import { StepNotice } from '@/app/_checkout/checkout'
import { type Delivery, useDeliver, useShowTerms } from '@/app/_checkout/delivery'
import { Disclosure } from '@/app/_checkout/disclosure'
import { isBusy, useCheckout } from '@/app/_checkout/use-checkout'
import { useAmounts } from '@/app/_checkout/use-wallet'
import { channelTermsOf } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { sumsOf } from '@/lib/channels/browser/kept-channel'
import type { Translate } from '@/lib/site/messages/translate'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { callByChannel, type DepositProps, Left, RefundButton, useKeptChannel } from './budget'
import { callsFor, DepositForm } from './deposit-form'

/** Pays many small calls out of one deposit; then each call is a press of one button. */
export function ChannelCheckout(props: DepositProps) {
  const { option, acts } = props
  const t = useTranslations('channel')
  const channel = useKeptChannel(option)
  if (channel === null) {
    return (
      <DepositForm {...props} of="channel" verb="start">
        <ChannelNote option={option} />
      </DepositForm>
    )
  }
  const { leftAtomic } = sumsOf(channel)
  const isUsedUp = leftAtomic < option.amountAtomic
  const topUp = (
    <DepositForm {...props} of="channel" verb="add" payer={channel.payer}>
      <p>{t('signsOnce')}</p>
      <ChannelNote option={option} />
    </DepositForm>
  )
  return (
    <div className="grid gap-6">
      <Left {...{ channel, option }} note={callsLeft(t, leftAtomic, option)} />
      <p className="flex flex-wrap gap-4">
        <NextCall {...{ option, acts, leftAtomic }} />
        {leftAtomic > 0n && !acts.isPaymentKept && (
          <RefundButton {...{ option, acts, leftAtomic }} variant={isUsedUp ? 'primary' : 'plain'} />
        )}
      </p>
      {isUsedUp ? topUp : <Disclosure title={t('topUp')}>{topUp}</Disclosure>}
    </div>
  )
}

/**
 * The balance after a purchase out of it, and a button for the next call: its answer replaces this one. What is kept has
 * no next call; there the rest can be had back at once.
 */
export function DepositRest({ purchase, option, isKept }: NonNullable<Delivery['rest']>) {
  const t = useTranslations('channel')
  const channel = useKeptChannel(option)
  const deliver = useDeliver()
  const showTerms = useShowTerms()
  const acts = useCheckout({ purchase, options: [option], canSignIn: isKept, deliver })
  const leftAtomic = channel ? sumsOf(channel).leftAtomic : 0n
  return (
    <section aria-label={t('aside')} className="grid gap-4 border border-rule bg-sheet p-4 empty:hidden sm:p-6">
      {channel && (
        <div role="status">
          <Left {...{ channel, option }} note={isKept ? null : callsLeft(t, leftAtomic, option)} />
        </div>
      )}
      <StepNotice {...acts} />
      {isKept && leftAtomic > 0n && (
        <p>
          <RefundButton {...{ option, acts, leftAtomic }} />
        </p>
      )}
      {!isKept && channel && (
        <p className="flex flex-wrap gap-4">
          <NextCall {...{ option, acts, leftAtomic }} />
          <Button onClick={showTerms}>{t('topUpOrBack')}</Button>
        </p>
      )}
    </section>
  )
}

function callsLeft(t: Translate<'channel'>, leftAtomic: bigint, option: PaymentOption): string {
  const count = callsFor(leftAtomic, option)
  return count === 0n ? t('tooLittle') : t('moreCalls', { count: Number(count) })
}

type NextCallProps = Pick<DepositProps, 'option' | 'acts'> & { leftAtomic: bigint }

/** The next call, where enough is left for it; while the outcome of one is open, only the question for that. */
function NextCall({ option, acts, leftAtomic }: NextCallProps) {
  const [t, tCheckout] = [useTranslations('channel'), useTranslations('checkout')]
  const { step, isPaymentKept, resume } = acts
  const label = t('call', { amount: useAmounts(option)(option.amountAtomic) })
  if (!isPaymentKept && leftAtomic < option.amountAtomic) return null
  return (
    <Button
      variant="primary"
      isBusy={isBusy(step)}
      onClick={isPaymentKept ? resume : () => callByChannel(acts, option, null)}
    >
      {step.kind === 'settling' ? t('calling') : isPaymentKept ? tCheckout('askOutcome') : label}
    </Button>
  )
}

function ChannelNote({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  const tPrice = useTranslations('price')
  const { payTo, amountAtomic } = option
  const terms = channelTermsOf(option)
  const inWords = useAmounts(option)
  return (
    <>
      <p>
        {t.rich('note.once', {
          address: payTo,
          amount: inWords(amountAtomic),
          id: () => <CopyId value={payTo} name={t('sellerAddress')} />,
        })}
      </p>
      <p>
        {terms
          ? t('note.backAlone', { duration: durationInWords(tPrice, terms.withdrawDelaySeconds) })
          : t('note.back')}
      </p>
      <p>{t('note.key')}</p>
    </>
  )
}
