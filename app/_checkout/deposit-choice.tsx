'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { parseDollars } from '@/lib/base/x402/money'
import { amountInWords, type PaymentOption } from '@/lib/base/x402/payment-option'
import { TextField } from '@/lib/site/ui/text-field'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

/** A buyer's deposit: for a number of calls, or an amount as typed. */
export type DepositDraft = { kind: 'calls'; amountAtomic: bigint } | { kind: 'own'; text: string }

/** The smaller number of calls that is offered; the larger choice is a multiple of it. */
const FEW_CALLS = 100n
const MORE = 5n

export const callsFor = (amountAtomic: bigint, { amountAtomic: price }: PaymentOption): bigint =>
  price > 0n ? amountAtomic / price : 0n

/** The smaller of the two amounts that are offered: a hundred calls, or the seller's minimum. */
export function smallDeposit({ amountAtomic, channel }: PaymentOption): bigint {
  const [few, least] = [amountAtomic * FEW_CALLS, channel?.minDepositAtomic ?? 0n]
  return few > least ? few : least
}

/** The amount in atomic units; null for one that cannot be deposited. */
export function depositOf(draft: DepositDraft, { coin, channel }: PaymentOption): bigint | null {
  if (draft.kind === 'calls') return draft.amountAtomic
  try {
    const amountAtomic = parseDollars(`$${draft.text.trim().replace(',', '.')}`, coin?.decimals ?? 0)
    return amountAtomic >= (channel?.minDepositAtomic ?? 1n) ? amountAtomic : null
  } catch {
    // Not an amount; the field says what is expected.
    return null
  }
}

type DepositChoiceProps = {
  option: PaymentOption
  draft: DepositDraft
  onChange: (draft: DepositDraft) => void
  isLocked: boolean
}

export function DepositChoice({ option, draft, onChange, isLocked }: DepositChoiceProps) {
  const t = useTranslations('channel.deposit')
  const [name, field] = [useId(), useId()]
  const [ownText, setOwnText] = useState('')
  const small = smallDeposit(option)
  const inDigits = useLocalDigits()
  const least = inDigits(amountInWords(option.channel?.minDepositAtomic ?? 0n, option))
  const isRefused = draft.kind === 'own' && draft.text.trim() !== '' && depositOf(draft, option) === null
  const type = (text: string) => {
    setOwnText(text)
    onChange({ kind: 'own', text })
  }
  return (
    <fieldset disabled={isLocked} className="grid gap-2">
      <legend className="mb-2 font-strong">{t('title')}</legend>
      {[small, small * MORE].map((amountAtomic) => (
        <Choice
          key={amountAtomic.toString()}
          name={name}
          isChosen={draft.kind === 'calls' && draft.amountAtomic === amountAtomic}
          onChoose={() => onChange({ kind: 'calls', amountAtomic })}
          words={t('calls', { count: Number(callsFor(amountAtomic, option)) })}
          amount={inDigits(amountInWords(amountAtomic, option))}
        />
      ))}
      <Choice
        name={name}
        isChosen={draft.kind === 'own'}
        onChoose={() => onChange({ kind: 'own', text: ownText })}
        words={t('another')}
      />
      {draft.kind === 'own' && (
        <TextField
          id={field}
          label={option.coin ? t('amount', { symbol: option.coin.symbol }) : t('amountUnits')}
          hint={t('least', { amount: least })}
          {...(isRefused && { error: t('refused', { amount: least, example: least.split(' ')[0] ?? '' }) })}
          inputMode="decimal"
          autoComplete="off"
          isFigures
          maxLength={40}
          value={ownText}
          onChange={(event) => type(event.target.value)}
        />
      )}
    </fieldset>
  )
}

type ChoiceProps = { name: string; isChosen: boolean; onChoose: () => void; words: string; amount?: string }

function Choice({ name, isChosen, onChoose, words, amount }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border border-edge px-4 py-2 has-checked:border-accent has-checked:bg-shade">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="size-4 accent-accent" />
      <span className="flex-1">{words}</span>
      {amount && <span className="figures">{amount}</span>}
    </label>
  )
}
