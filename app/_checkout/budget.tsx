'use client'

import { useTranslations } from 'next-intl'
import { Fragment, lazy, type ReactNode, useState } from 'react'
import { isBudgetPrice, paysByChannel } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { brokenLimit, type KeptChannel, spentOn, sumsOf } from '@/lib/channels/browser/kept-channel'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { Lines } from '@/lib/site/ui/receipt'
import type { DepositProps } from './deposit-form'
import { Disclosure } from './disclosure'
import { isBusy, useKeptChannel, useStoredChannel } from './use-checkout'
import { useAmounts } from './use-wallet'
import { TextButton } from './wallet-button'

const StartBudget = lazy(async () => ({ default: (await import('./manage-budget')).StartBudget }))
const ManageBudget = lazy(async () => ({ default: (await import('./manage-budget')).ManageBudget }))

/** A channel as a budget: the same price can be paid at once, and is one that several are bought at. */
export function budgetsIn(options: readonly PaymentOption[]): PaymentOption[] {
  return options.filter(
    ({ channel, network, amountAtomic, coin, scheme }) =>
      channel !== undefined &&
      coin !== null &&
      isBudgetPrice(amountAtomic, coin.decimals) &&
      options.some((other) => paysByChannel({ scheme }) && other.scheme === 'exact' && other.network === network),
  )
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
  const isMoved = useStoredChannel(option)?.wantedAtomic !== undefined
  const [isByWallet, setByWallet] = useState(false)
  const inWords = useAmounts(option ?? NO_COIN)
  const { acts } = rest
  const budget = option && !acts.isPaymentKept ? { option, channel: kept } : null
  const obstacle = budget?.channel ? obstacleIn(t, { ...budget, channel: budget.channel, inWords }) : null
  const isOpen = budget?.channel && obstacle === null && !isByWallet
  return (
    <>
      {budget?.channel && <Left channel={budget.channel} option={budget.option} />}
      {obstacle !== null && <p className="text-small">{obstacle}</p>}
      {isOpen && <PayFromBudget option={budget.option} acts={acts} onByWallet={() => setByWallet(true)} />}
      {isOpen ? null : <Fragment key="usual">{children}</Fragment>}
      {budget && (
        <Disclosure title={t(budget.channel ? 'manage' : 'offer')} isOpen={isMoved}>
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
      <Button variant="primary" className="w-full" isBusy={isOut} onClick={() => acts.callByChannel(option, null)}>
        {isOut ? t('opening') : t('open', { amount })}
      </Button>
      <TextButton disabled={isOut} onClick={onByWallet}>
        {t('wallet')}
      </TextButton>
    </div>
  )
}

function Left({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('budget')
  const inWords = useAmounts(option)
  const spent = spentOn(channel, new Date())
  return (
    <Lines
      lines={[
        {
          label: t('left'),
          value: (
            <>
              <span className="figures">{inWords(sumsOf(channel).leftAtomic)}</span>
              {spent > 0n && (
                <span className="block text-small text-quiet">{t('today', { amount: inWords(spent) })}</span>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

/** Why the budget does not pay for this, in words; null where it does. */
function obstacleIn(
  t: Translate<'budget'>,
  {
    channel,
    option,
    inWords,
  }: { channel: KeptChannel; option: PaymentOption; inWords: (atomic: bigint | string) => string },
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
