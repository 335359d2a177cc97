'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { type KeptChannel, sumsOf } from '@/lib/site/browser/channels/kept-channel'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-id'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { ChannelBalance } from './channel-balance'
import { DepositButton } from './deposit-button'
import { DepositChoice, type DepositDraft, depositOf, smallDeposit } from './deposit-choice'
import { type ChannelActs, type CheckoutActs, isBusy } from './use-checkout'
import { useKeptChannel } from './use-kept-channel'

type ChannelCheckoutProps = {
  option: PaymentOption
  acts: CheckoutActs & ChannelActs
  hasFaucet: boolean
}

/** Pays many small calls out of one deposit; then each call is a press of one button. */
export function ChannelCheckout(props: ChannelCheckoutProps) {
  const { option, acts } = props
  const t = useTranslations('channel')
  const tCheckout = useTranslations('checkout')
  const inDigits = useLocalDigits()
  const channel = useKeptChannel(option)
  if (channel === null) return <OpenChannel {...props} />
  const { leftAtomic } = sumsOf(channel)
  const isUsedUp = leftAtomic < option.amountAtomic
  const isAsking = acts.isPaymentKept
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
      {isUsedUp ? (
        <TopUp {...props} channel={channel} />
      ) : (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
            {t('topUp')}
          </summary>
          <div className="pt-4">
            <TopUp {...props} channel={channel} />
          </div>
        </details>
      )}
    </div>
  )
}

/** One call out of the balance; the wallet is not asked. */
export function CallNow({ option, acts }: Pick<ChannelCheckoutProps, 'option' | 'acts'>) {
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

function OpenChannel(props: ChannelCheckoutProps) {
  const { option, acts } = props
  const [draft, setDraft] = useState<DepositDraft>({ kind: 'calls', amountAtomic: smallDeposit(option) })
  return (
    <div className="grid gap-6">
      <ChannelNote option={option} />
      <DepositChoice option={option} draft={draft} onChange={setDraft} isLocked={isBusy(acts.step)} />
      <DraftButton {...props} draft={draft} payer={null} verb="put" />
    </div>
  )
}

function TopUp(props: ChannelCheckoutProps & { channel: KeptChannel }) {
  const t = useTranslations('channel')
  const { option, acts, channel } = props
  const [draft, setDraft] = useState<DepositDraft>({ kind: 'calls', amountAtomic: smallDeposit(option) })
  return (
    <div className="grid gap-6">
      <p className="text-small text-quiet">{t('signsOnce')}</p>
      <DepositChoice option={option} draft={draft} onChange={setDraft} isLocked={isBusy(acts.step)} />
      <DraftButton {...props} draft={draft} payer={channel.payer} verb="add" />
    </div>
  )
}

type DraftButtonProps = ChannelCheckoutProps & { draft: DepositDraft; payer: string | null; verb: 'put' | 'add' }

function DraftButton({ option, acts, hasFaucet, draft, payer, verb }: DraftButtonProps) {
  const deposit = depositOf(draft, option)
  const t = useTranslations('channel')
  const inDigits = useLocalDigits()
  const label =
    deposit === null
      ? t(verb === 'put' ? 'putThis' : 'addThis')
      : t(verb, { amount: inDigits(amountInWords(deposit, option)) })
  return <DepositButton {...{ option, acts, hasFaucet, payer, label }} depositAtomic={deposit} />
}

/** Explains a deposit, before the wallet is asked. */
function ChannelNote({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  const tPrice = useTranslations('price')
  const { payTo, channel, amountAtomic } = option
  const inDigits = useLocalDigits()
  return (
    <div className="grid gap-2 border-s-4 border-edge bg-shade p-4 text-small">
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
    </div>
  )
}
