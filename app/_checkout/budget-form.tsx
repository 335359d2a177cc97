'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { durationInWords } from '@/lib/site/ui/access'
import { TextField } from '@/lib/site/ui/text-field'
import { amountIn, LimitFields, limitsIn } from './budget-limits'
import { DepositButton } from './deposit-button'
import { Disclosure } from './disclosure'
import { useAmounts } from './use-amounts'
import type { ChannelActs, CheckoutActs } from './use-checkout'

export type BudgetProps = {
  option: PaymentOption
  acts: CheckoutActs & ChannelActs
  hasFaucet: boolean
}

/** The amount that is proposed, in dollars. */
const USUAL_DOLLARS = 2n

type BudgetFormProps = BudgetProps & {
  /** `start` opens a budget, `add` adds to one of `payer`. */
  verb: 'start' | 'add'
  payer?: string
}

/** Asks for the amount and the limits of a budget; its button also opens what is on sale here. */
export function BudgetForm({ option, acts, hasFaucet, verb, payer }: BudgetFormProps) {
  const t = useTranslations('budget')
  const tPrice = useTranslations('price')
  const id = useId()
  const leastAtomic = option.channel?.minDepositAtomic ?? 0n
  const [text, setText] = useState(() => usualAmount(option))
  const [texts, setTexts] = useState({ each: '', day: '' })
  const amountAtomic = amountIn(text, option.coin?.decimals ?? 0)
  const isEnough = amountAtomic !== null && amountAtomic >= leastAtomic
  const inWords = useAmounts(option)
  const least = inWords(leastAtomic)
  const limits = limitsIn(texts, option)
  const isReady = isEnough && limits !== null
  return (
    <div className="grid gap-4">
      {verb === 'start' && (
        <div className="grid gap-2 text-small text-quiet">
          <p>{t('about')}</p>
          {option.channel && (
            <p>{t('backAlone', { duration: durationInWords(tPrice, option.channel.withdrawDelaySeconds) })}</p>
          )}
          <p>{t('key')}</p>
        </div>
      )}
      <TextField
        id={`${id}-amount`}
        label={t('amount', { symbol: option.coin?.symbol ?? '' })}
        hint={t('least', { amount: least })}
        {...(!isEnough && { error: t('refused', { amount: least, example: usualAmount(option) }) })}
        inputMode="decimal"
        autoComplete="off"
        isFigures
        maxLength={40}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {verb === 'start' && (
        <Disclosure title={t('limits')}>
          <LimitFields texts={texts} option={option} onChange={setTexts} />
        </Disclosure>
      )}
      {isReady && (
        <DepositButton
          {...{ option, acts, hasFaucet }}
          payer={payer ?? null}
          depositAtomic={amountAtomic}
          label={t(verb, { amount: inWords(amountAtomic) })}
          {...(verb === 'start' && { limits })}
        />
      )}
    </div>
  )
}

function usualAmount({ coin, channel }: PaymentOption): string {
  const decimals = coin?.decimals ?? 0
  const [usual, least] = [USUAL_DOLLARS * 10n ** BigInt(decimals), channel?.minDepositAtomic ?? 0n]
  return formatAtomic(usual > least ? usual : least, decimals)
}
