'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useId, useState } from 'react'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { formatAtomic, MoneyError, parseDollars } from '@/lib/base/x402/money'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { KeptLimits } from '@/lib/channels/browser/kept-channel'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { CopyId } from '@/lib/site/ui/copy-button'
import { TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { CheckoutButton } from './checkout-button'
import { Disclosure } from './disclosure'
import { type ChannelActs, type CheckoutActs, useStoredChannel } from './use-checkout'
import { useAmounts, useWallet } from './use-wallet'

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
  children?: ReactNode
}

/** Asks for the amount that is put aside, and for the limits of a budget; its button also buys what is on sale here. */
export function DepositForm({ option, acts, hasFaucet, of, verb, payer, children }: DepositFormProps) {
  const t = useTranslations(of)
  const tChannel = useTranslations('channel')
  const tBudget = useTranslations('budget')
  const id = useId()
  const wallet = useWallet('evm')
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
      {isAnother(wallet, payer) && <OtherWallet payer={payer} />}
      {isEnough && limits !== null && !isAnother(wallet, payer) && (
        <CheckoutButton
          {...{ wallet, option, acts, hasFaucet }}
          // Only EVM wallets open channels.
          networks={[option.network]}
          onFamily={() => {}}
          intent="pay"
          payment={{
            amountAtomic,
            label: t(verb, { amount: inWords(amountAtomic) }),
            pay: (connected) =>
              acts.callByChannel(option, {
                wallet: connected,
                amountAtomic,
                ...(isBudget && verb === 'start' && { limits }),
              }),
          }}
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

export const callsFor = (amountAtomic: bigint, { amountAtomic: price }: PaymentOption): bigint =>
  price > 0n ? amountAtomic / price : 0n

export type LimitTexts = { each: string; day: string }

/** Limits in atomic units; null where one is no amount, or would not even pay for this. */
export function limitsIn(texts: LimitTexts, option: PaymentOption): KeptLimits | null {
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
function amountIn(text: string, decimals: number): bigint | null {
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

const isAnother = (wallet: BrowserWallet, payer: string | undefined): payer is string =>
  payer !== undefined && wallet.status === 'connected' && !isSameAddress('evm', wallet.address, payer)

function OtherWallet({ payer }: { payer: string }) {
  const t = useTranslations('channel.otherWallet')
  return (
    <Notice tone="waiting" title={t('title')} announce="polite">
      <p>
        {t.rich('detail', {
          address: payer,
          id: () => <CopyId value={payer} name={t('address')} />,
        })}
      </p>
    </Notice>
  )
}
