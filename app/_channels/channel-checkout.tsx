'use client'

import { useTranslations } from 'next-intl'
import { type Delivery, useDeliver, useShowTerms } from '@/app/_checkout/delivery'
import { Disclosure } from '@/app/_checkout/disclosure'
import { FailureNotice } from '@/app/_checkout/failure-message'
import { type CheckoutActs, isBusy, useCheckout } from '@/app/_checkout/use-checkout'
import { useAmounts } from '@/app/_checkout/use-wallet'
import { channelTermsOf } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { type KeptChannel, sumsOf } from '@/lib/channels/browser/kept-channel'
import type { Translate } from '@/lib/site/messages/translate'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { Receipt } from '@/lib/site/ui/receipt'
import { callByChannel, type DepositProps, refundChannel, useKeptChannel } from './budget'
import { BudgetRest, callsFor, DepositForm } from './deposit-form'

/** Pays many small calls out of one deposit; then each call is a press of one button. */
export function ChannelCheckout(props: DepositProps) {
  const { option, acts } = props
  const t = useTranslations('channel')
  const tCheckout = useTranslations('checkout')
  const inWords = useAmounts(option)
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
        {isAsking && <CallButton label={tCheckout('askOutcome')} acts={acts} onPress={() => acts.resume()} />}
        {!isAsking && !isUsedUp && <CallNow option={option} acts={acts} />}
        {leftAtomic > 0n && !isAsking && (
          <Button
            variant={isUsedUp ? 'primary' : 'plain'}
            isBusy={isBusy(acts.step)}
            onClick={() => refundChannel(acts, option)}
          >
            {t('back', { amount: inWords(leftAtomic) })}
          </Button>
        )}
      </p>
      {isUsedUp ? topUp : <Disclosure title={t('topUp')}>{topUp}</Disclosure>}
    </div>
  )
}

type Rest = NonNullable<Delivery['rest']>

export const DepositRest = ({ isKept, ...rest }: Rest) => (isKept ? <BudgetRest {...rest} /> : <CallAgain {...rest} />)

/** The balance after a call, and a button for the next call: its answer replaces this one. */
function CallAgain({ purchase, option }: Omit<Rest, 'isKept'>) {
  const t = useTranslations('channel')
  const tCheckout = useTranslations('checkout')
  const inWords = useAmounts(option)
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
          <span className="figures">{inWords(leftAtomic)}</span>{' '}
          <span className="text-small font-regular text-quiet">{callsLeft(t, leftAtomic, option)}</span>
        </span>
      </p>
      {step.kind === 'failed' && <FailureNotice failure={step.failure} />}
      <p className="flex flex-wrap gap-4">
        {leftAtomic >= option.amountAtomic && !acts.isPaymentKept && <CallNow option={option} acts={acts} />}
        {acts.isPaymentKept && (
          <Button variant="primary" isBusy={step.kind === 'settling'} onClick={() => acts.resume()}>
            {tCheckout('askOutcome')}
          </Button>
        )}
        <Button onClick={showTerms}>{t('topUpOrBack')}</Button>
      </p>
    </section>
  )
}

function ChannelBalance({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('channel')
  const { balanceAtomic, chargedAtomic, leftAtomic } = sumsOf(channel)
  const inWords = useAmounts(option)
  const figures = (amountAtomic: bigint) => <span className="figures">{inWords(amountAtomic)}</span>
  return (
    <Receipt
      lines={[
        { label: t('putAside'), value: figures(balanceAtomic) },
        {
          label: t('forSeller'),
          value: <CopyId value={option.payTo} name={t('sellerAddress')} />,
        },
        { label: t('calls'), value: figures(chargedAtomic) },
      ]}
      totals={[
        {
          label: t('left'),
          value: (
            <>
              {figures(leftAtomic)}
              <span className="block text-small font-regular text-quiet">{callsLeft(t, leftAtomic, option)}</span>
            </>
          ),
        },
      ]}
    />
  )
}

function callsLeft(t: Translate<'channel'>, leftAtomic: bigint, option: PaymentOption): string {
  const count = callsFor(leftAtomic, option)
  return count === 0n ? t('tooLittle') : t('moreCalls', { count: Number(count) })
}

function CallNow({ option, acts }: Pick<DepositProps, 'option' | 'acts'>) {
  const t = useTranslations('channel')
  const label = t('call', { amount: useAmounts(option)(option.amountAtomic) })
  return <CallButton label={label} acts={acts} onPress={() => callByChannel(acts, option, null)} />
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
