'use client'

import { useTranslations } from 'next-intl'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { sumsOf } from '@/lib/site/browser/channels/kept-channel'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-id'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { ChannelBalance } from './channel-balance'
import { DepositForm, type DepositProps } from './deposit-form'
import { Disclosure } from './disclosure'
import { type CheckoutActs, isBusy } from './use-checkout'
import { useKeptChannel } from './use-kept-channel'

/** Pays many small calls out of one deposit; then each call is a press of one button. */
export function ChannelCheckout(props: DepositProps) {
  const { option, acts } = props
  const t = useTranslations('channel')
  const tCheckout = useTranslations('checkout')
  const inDigits = useLocalDigits()
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
  const isAsking = acts.isPaymentKept
  const topUp = (
    <DepositForm {...props} of="channel" verb="add" payer={channel.payer}>
      <p>{t('signsOnce')}</p>
    </DepositForm>
  )
  return (
    <div className="grid gap-6">
      <ChannelBalance channel={channel} option={option} />
      <p className="flex flex-wrap gap-4">
        {isAsking && <CallButton label={tCheckout('askOutcome')} acts={acts} onPress={() => void acts.resume()} />}
        {!isAsking && !isUsedUp && <CallNow option={option} acts={acts} />}
        {leftAtomic > 0n && !isAsking && (
          <Button
            variant={isUsedUp ? 'primary' : 'plain'}
            isBusy={isBusy(acts.step)}
            onClick={() => void acts.refundChannel(option)}
          >
            {t('back', { amount: inDigits(amountInWords(leftAtomic, option)) })}
          </Button>
        )}
      </p>
      {isUsedUp ? topUp : <Disclosure title={t('topUp')}>{topUp}</Disclosure>}
    </div>
  )
}

/** One call out of the balance; the wallet is not asked. */
export function CallNow({ option, acts }: Pick<DepositProps, 'option' | 'acts'>) {
  const t = useTranslations('channel')
  const label = t('call', { amount: useLocalDigits()(amountInWords(option.amountAtomic, option)) })
  return <CallButton label={label} acts={acts} onPress={() => void acts.callByChannel(option, null)} />
}

function CallButton({ label, acts: { step }, onPress }: { label: string; acts: CheckoutActs; onPress: () => void }) {
  const t = useTranslations('channel')
  return (
    <Button variant="primary" isBusy={isBusy(step)} onClick={onPress}>
      {step.kind === 'settling' ? t('calling') : label}
    </Button>
  )
}

function ChannelNote({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  const tPrice = useTranslations('price')
  const { payTo, channel, amountAtomic } = option
  const inDigits = useLocalDigits()
  return (
    <>
      <p>
        {t.rich('note.once', {
          address: payTo,
          amount: inDigits(amountInWords(amountAtomic, option)),
          id: () => <CopyId value={payTo} name={t('sellerAddress')} />,
        })}
      </p>
      <p>
        {channel
          ? t('note.backAlone', { duration: durationInWords(tPrice, channel.withdrawDelaySeconds) })
          : t('note.back')}
      </p>
      <p>{t('note.key')}</p>
    </>
  )
}
