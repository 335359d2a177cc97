'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { formatAtomic, MoneyError, parseDollars } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { channelKeyFor, tellOfChannels } from '@/lib/site/browser/channels/channel-store'
import { type ChannelLimits, type KeptChannel, keepChannel } from '@/lib/site/browser/channels/kept-channel'
import { paymentStore } from '@/lib/site/browser/payment-store'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'
import { useAmounts } from './use-amounts'

/** The limits as typed; empty for none. */
export type LimitTexts = { each: string; day: string }

/** Limits in atomic units; null where one is no amount, or would not even pay for this. */
export function limitsIn(texts: LimitTexts, option: PaymentOption): ChannelLimits | null {
  const [each, day] = [limitIn(texts.each, option), limitIn(texts.day, option)]
  if (each === null || day === null) return null
  return { ...(each !== undefined && { each }), ...(day !== undefined && { day }) }
}

/** Undefined for no limit, null for a text that is none. */
function limitIn(text: string, { coin, amountAtomic }: PaymentOption): string | null | undefined {
  if (text.trim() === '') return undefined
  const atomic = amountIn(text, coin?.decimals ?? 0)
  return atomic === null || atomic < amountAtomic ? null : atomic.toString()
}

/** A typed amount in atomic units, with a point or a comma; null for another text. */
export function amountIn(text: string, decimals: number): bigint | null {
  try {
    return parseDollars(`$${text.trim().replace(',', '.')}`, decimals)
  } catch (error) {
    if (error instanceof MoneyError) return null
    throw error
  }
}

type LimitFieldsProps = { texts: LimitTexts; option: PaymentOption; onChange: (texts: LimitTexts) => void }

export function LimitFields({ texts, option, onChange }: LimitFieldsProps) {
  const t = useTranslations('budget')
  const id = useId()
  const isRefused = (text: string) => limitIn(text, option) === null
  const error = t('limitRefused', { amount: useAmounts(option)(option.amountAtomic) })
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t('limits')}</legend>
      {(['each', 'day'] as const).map((name) => (
        <TextField
          key={name}
          id={`${id}-${name}`}
          label={t(name)}
          hint={t('noLimit', { symbol: option.coin?.symbol ?? '' })}
          {...(isRefused(texts[name]) && { error })}
          inputMode="decimal"
          autoComplete="off"
          isFigures
          maxLength={40}
          value={texts[name]}
          onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
        />
      ))}
    </fieldset>
  )
}

/** The limits of a budget, which count from the next press, in every tab. */
export function BudgetLimits({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('budget')
  const unitsOf = (atomic?: string) =>
    atomic === undefined ? '' : formatAtomic(BigInt(atomic), option.coin?.decimals ?? 0)
  const { each, day } = channel.limits
  const [texts, setTexts] = useState({ each: unitsOf(each), day: unitsOf(day) })
  const [isSaved, setSaved] = useState(false)
  const key = channelKeyFor(option)
  const limits = limitsIn(texts, option)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (limits === null || key === null) return
    keepChannel(paymentStore(), key, { ...channel, limits })
    tellOfChannels()
    setSaved(true)
  }
  return (
    <form onSubmit={save} className="grid gap-4">
      <LimitFields
        texts={texts}
        option={option}
        onChange={(next) => {
          setTexts(next)
          setSaved(false)
        }}
      />
      <p className="flex items-center gap-4">
        <Button type="submit" isBusy={limits === null}>
          {t('saveLimits')}
        </Button>
        <span role="status">{isSaved && t('saved')}</span>
      </p>
    </form>
  )
}
