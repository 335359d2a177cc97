'use client'

import { useTranslations } from 'next-intl'
import { Fragment, lazy, type ReactNode, useMemo, useState, useSyncExternalStore } from 'react'
import { Disclosure } from '@/app/_checkout/disclosure'
import { notRefunded } from '@/app/_checkout/failure-message'
import { type CheckoutActs, failed, isBusy, termsOf, withDelivered } from '@/app/_checkout/use-checkout'
import { useAmounts } from '@/app/_checkout/use-wallet'
import { channelTermsOf, isBudgetPrice, paysByChannel } from '@/lib/base/x402/payment-channel'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { channelKeyFor, watchChannels } from '@/lib/channels/browser/channel-store'
import { brokenLimit, type KeptChannel, parseKeptChannel, spentOn, sumsOf } from '@/lib/channels/browser/kept-channel'
import type { ConnectedWallet } from '@/lib/site/browser/browser-wallet'
import type { resumePurchase } from '@/lib/site/browser/buy'
import { paymentStore } from '@/lib/site/browser/payment-store'
import type { Purchase } from '@/lib/site/browser/purchase'
import type { Translate } from '@/lib/site/messages/translate'
import { Button, type ButtonVariant, TextButton } from '@/lib/site/ui/button'
import { Lines } from '@/lib/site/ui/receipt'

const StartBudget = lazy(async () => ({ default: (await import('./deposit-form')).StartBudget }))
const ManageBudget = lazy(async () => ({ default: (await import('./deposit-form')).ManageBudget }))

/** A channel as a budget: the same price can be paid at once, and is one that several are bought at. */
export function budgetsIn(options: readonly PaymentOption[]): PaymentOption[] {
  return options.filter(
    (option) =>
      channelTermsOf(option) !== null &&
      option.coin !== null &&
      isBudgetPrice(option.amountAtomic, option.coin.decimals) &&
      options.some(({ scheme, network }) => scheme === 'exact' && network === option.network),
  )
}

/** The order for a payer that may use channels: one before `exact` on the same network, where a call costs no more. */
export function channelsFirst(options: readonly PaymentOption[]): PaymentOption[] {
  const preferred = options.flatMap((option) => {
    const isNoDearer = ({ network, amountAtomic }: PaymentOption) =>
      network === option.network && amountAtomic <= option.amountAtomic
    const channel = options.find((other) => paysByChannel(other) && isNoDearer(other))
    return option.scheme === 'exact' && channel ? [channel, option] : [option]
  })
  return [...new Set(preferred)]
}

export type DepositProps = { option: PaymentOption; acts: CheckoutActs; hasFaucet: boolean }

/** Channels are opened only with sellers of this site: its library can return a balance without the browser's key. */
export const isUsableHere = (option: PaymentOption, { send }: Purchase): boolean =>
  channelTermsOf(option) !== null && send === undefined

/** Whether an option pays one call or many; its texts are loaded where an option has a channel. */
export function CallsOf({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  return <span className="text-small text-quiet">{t(channelTermsOf(option) ? 'many' : 'one')}</span>
}

type DepositOrder = { wallet: ConnectedWallet; amountAtomic: bigint }

/** Pays one call out of the channel, after a deposit where there is one. */
export function callByChannel(acts: CheckoutActs, option: PaymentOption, deposit: DepositOrder | null): void {
  const channelKey = channelKeyFor(option)
  if (channelKey === null) return
  acts.run(deposit ? 'confirming' : 'settling', option.network, async ({ purchase, onEvent, finish }) => {
    const { callByChannel: call } = await withDelivered(import('@/lib/channels/browser/call-by-channel'))
    const account = deposit?.wallet.depositor
    const end = await call({
      purchase,
      ...termsOf(option),
      channelKey,
      deposit: deposit && account ? { account, amountAtomic: deposit.amountAtomic } : null,
      store: paymentStore(),
      onEvent,
    })
    return finish(end, option)
  })
}

type RefundButtonProps = Omit<DepositProps, 'hasFaucet'> & { leftAtomic: bigint; variant?: ButtonVariant }

/** Gets the rest of a deposit back, without a wallet. */
export function RefundButton({ option, acts, leftAtomic, variant = 'plain' }: RefundButtonProps) {
  const t = useTranslations('channel')
  const inWords = useAmounts(option)
  const channelKey = channelKeyFor(option) ?? ''
  const refund = () =>
    acts.run('refunding', option.network, async ({ purchase, t: tCheckout }) => {
      try {
        const { refundByChannel } = await import('@/lib/channels/browser/refund-by-channel')
        const amountAtomic = await refundByChannel({ purchase, store: paymentStore(), channelKey })
        return { kind: 'refunded', amount: amountAtomic > 0n ? amountInWords(amountAtomic, option) : null }
      } catch {
        // Whatever went wrong, the money is where it was or on its way to its owner.
        return failed(notRefunded(tCheckout))
      }
    })
  return (
    <Button variant={variant} isBusy={isBusy(acts.step)} onClick={refund}>
      {t('back', { amount: inWords(leftAtomic) })}
    </Button>
  )
}

/** Sends a stored payment out of a channel again, whose state is stored too. */
export const resumeByChannel =
  (option: PaymentOption): typeof resumePurchase =>
  async (kept) => {
    const { resumeCall } = await import('@/lib/channels/browser/call-by-channel')
    return resumeCall({ ...kept, channelKey: channelKeyFor(option) ?? '' })
  }

/** The channel of this browser that pays for an option, with a balance or used up; null before there is one. */
export function useKeptChannel(option: PaymentOption | null): KeptChannel | null {
  const key = option && channelKeyFor(option)
  const text = useSyncExternalStore(
    watchChannels,
    () => (key === null ? null : paymentStore().getItem(key)),
    () => null,
  )
  const kept = useMemo(() => parseKeptChannel(text), [text])
  return kept && sumsOf(kept).balanceAtomic > 0n ? kept : null
}

type BudgetOrPayProps = Omit<DepositProps, 'option'> & {
  /** Null where the network of the usual payment takes no budget. */
  option: PaymentOption | null
  /** The usual payment; it stays the same element whatever the network. */
  children: ReactNode
}

/**
 * One press out of the budget where it is enough for this; otherwise the usual payment, and beneath it the offer of a
 * budget, or why the present one does not pay for this.
 */
export function BudgetOrPay({ option, children, ...rest }: BudgetOrPayProps) {
  const t = useTranslations('budget')
  const kept = useKeptChannel(option)
  const [isByWallet, setByWallet] = useState(false)
  const inWords = useAmounts(option ?? NO_COIN)
  const { acts } = rest
  const budget = option && !acts.isPaymentKept ? { option, channel: kept } : null
  const obstacle = budget?.channel ? obstacleIn(t, inWords, { ...budget, channel: budget.channel }) : null
  const spent = kept && spentOn(kept, new Date())
  const isOpen = budget?.channel && obstacle === null && !isByWallet
  return (
    <>
      {budget?.channel && (
        <Left {...budget} channel={budget.channel} note={spent ? t('today', { amount: inWords(spent) }) : null} />
      )}
      {obstacle !== null && <p className="text-small">{obstacle}</p>}
      {isOpen && <PayFromBudget option={budget.option} acts={acts} onByWallet={() => setByWallet(true)} />}
      {isOpen ? null : <Fragment key="usual">{children}</Fragment>}
      {budget && (
        <Disclosure title={t(budget.channel ? 'manage' : 'offer')}>
          {budget.channel ? (
            <ManageBudget {...rest} option={budget.option} channel={budget.channel} />
          ) : (
            <StartBudget {...rest} option={budget.option} />
          )}
        </Disclosure>
      )}
    </>
  )
}

const NO_COIN = { coin: null, asset: '' }

function PayFromBudget({ option, acts, onByWallet }: Omit<DepositProps, 'hasFaucet'> & { onByWallet: () => void }) {
  const t = useTranslations('budget')
  const isOut = isBusy(acts.step)
  const amount = useAmounts(option)(option.amountAtomic)
  return (
    <div className="grid gap-2">
      <Button variant="primary" className="w-full" isBusy={isOut} onClick={() => callByChannel(acts, option, null)}>
        {isOut ? t('opening') : t('open', { amount })}
      </Button>
      <TextButton disabled={isOut} onClick={onByWallet}>
        {t('wallet')}
      </TextButton>
    </div>
  )
}

type LeftProps = { channel: KeptChannel; option: PaymentOption; note: string | null }

/** The rest of a deposit, and in small words what it is good for, or what has been spent of it. */
export function Left({ channel, option, note }: LeftProps) {
  const t = useTranslations('channel')
  const left = (
    <>
      <span className="figures font-strong">{useAmounts(option)(sumsOf(channel).leftAtomic)}</span>{' '}
      {note !== null && <span className="block text-small text-quiet">{note}</span>}
    </>
  )
  return <Lines lines={[{ label: t('left'), value: left }]} />
}

function obstacleIn(
  t: Translate<'budget'>,
  inWords: ReturnType<typeof useAmounts>,
  { channel, option }: { channel: KeptChannel; option: PaymentOption },
): string | null {
  const { leftAtomic } = sumsOf(channel)
  const now = new Date()
  const broken = brokenLimit(channel, option.amountAtomic, now)
  if (broken === 'each') return t('overEach', { limit: inWords(channel.limits.each ?? '0') })
  if (broken === 'day') {
    return t('overDay', { limit: inWords(channel.limits.day ?? '0'), spent: inWords(spentOn(channel, now)) })
  }
  return leftAtomic < option.amountAtomic ? t('tooLittle', { left: inWords(leftAtomic) }) : null
}
