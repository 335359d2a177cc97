'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { TextField } from '@/lib/site/ui/text-field'
import { amountIn, LimitFields, limitsIn } from './budget-limits'
import { callsFor } from './channel-balance'
import { DepositButton } from './deposit-button'
import { Disclosure } from './disclosure'
import { useAmounts } from './use-amounts'
import type { ChannelActs, CheckoutActs } from './use-checkout'
import { useStoredChannel } from './use-kept-channel'

export type DepositProps = {
  option: PaymentOption
  acts: CheckoutActs & ChannelActs
  hasFaucet: boolean
}

type DepositFormProps = DepositProps & {
  of: 'budget' | 'channel'
  /** `start` opens a channel, `add` adds to one of `payer`. */
  verb: 'start' | 'add'
  payer?: string
  /** The reader's explanation, before the amount. */
  children?: ReactNode
}

/** Asks for the amount that is put aside, and for the limits of a budget; its button also buys what is on sale here. */
export function DepositForm({ option, acts, hasFaucet, of, verb, payer, children }: DepositFormProps) {
  const t = useTranslations(of)
  const tChannel = useTranslations('channel')
  const tBudget = useTranslations('budget')
  const id = useId()
  const leastAtomic = option.channel?.minDepositAtomic ?? 0n
  const decimals = option.coin?.decimals ?? 0
  const moved = useStoredChannel(verb === 'start' ? option : null)?.wantedAtomic
  const usual = formatAtomic(usualAtomic(option, of, moved), decimals)
  const [typed, setText] = useState<string | null>(null)
  const text = typed ?? usual
  const [texts, setTexts] = useState({ each: '', day: '' })
  const amountAtomic = amountIn(text, decimals)
  const isEnough = amountAtomic !== null && amountAtomic >= leastAtomic
  const inWords = useAmounts(option)
  const least = inWords(leastAtomic)
  const limits = limitsIn(texts, option)
  const isBudget = of === 'budget'
  const calls =
    isEnough && !isBudget ? ` ${tChannel('paysFor', { count: Number(callsFor(amountAtomic, option)) })}` : ''
  return (
    <div className="grid gap-4">
      {children && <div className="grid gap-2 text-small text-quiet">{children}</div>}
      <TextField
        id={`${id}-amount`}
        label={t('amount', { symbol: option.coin?.symbol ?? '' })}
        hint={`${t('least', { amount: least })}${calls}`}
        {...(!isEnough && { error: t('refused', { amount: least, example: usual }) })}
        inputMode="decimal"
        autoComplete="off"
        isFigures
        maxLength={40}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isBudget && verb === 'start' && (
        <Disclosure title={tBudget('limits')}>
          <LimitFields texts={texts} option={option} onChange={setTexts} />
        </Disclosure>
      )}
      {isEnough && limits !== null && (
        <DepositButton
          {...{ option, acts, hasFaucet }}
          payer={payer ?? null}
          depositAtomic={amountAtomic}
          label={t(verb, { amount: inWords(amountAtomic) })}
          {...(isBudget && verb === 'start' && { limits })}
        />
      )}
    </div>
  )
}

/**
 * The amount that is proposed: what was moved here; else for a budget two dollars, or four of what this costs in whole
 * dollars, and for small calls a hundred of them.
 */
export function usualAtomic({ amountAtomic, coin, channel }: PaymentOption, of: 'budget' | 'channel', moved?: string) {
  const dollar = 10n ** BigInt(coin?.decimals ?? 0)
  const four = ((4n * amountAtomic + dollar - 1n) / dollar) * dollar
  const proposed = of === 'channel' ? 100n * amountAtomic : four > 2n * dollar ? four : 2n * dollar
  const [wanted, least] = [moved === undefined ? proposed : BigInt(moved), channel?.minDepositAtomic ?? 0n]
  return wanted > least ? wanted : least
}
