'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { CheckoutButton } from '@/app/_checkout/checkout-button'
import { Disclosure } from '@/app/_checkout/disclosure'
import { useAmounts, useWallet } from '@/app/_checkout/use-wallet'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { formatAtomic, MoneyError, parseDollars } from '@/lib/base/x402/money'
import { channelTermsOf } from '@/lib/base/x402/payment-channel'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { channelKeyFor, tellOfChannels } from '@/lib/channels/browser/channel-store'
import { type KeptChannel, type KeptLimits, keepChannel, sumsOf } from '@/lib/channels/browser/kept-channel'
import type { BrowserWallet } from '@/lib/site/browser/browser-wallet'
import { paymentStore } from '@/lib/site/browser/payment-store'
import { durationInWords } from '@/lib/site/ui/access'
import { Button } from '@/lib/site/ui/button'
import { CopyId } from '@/lib/site/ui/copy-button'
import { TextField } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { callByChannel, type DepositProps, RefundButton } from './budget'

type DepositFormProps = DepositProps & {
  of: 'budget' | 'channel'
  /** `start` opens a channel, `add` adds to one of `payer`. */
  verb: 'start' | 'add'
  payer?: string
  children?: ReactNode
}

/** Asks for the amount that is put aside; its button also buys what is on sale here. */
export function DepositForm({ option, acts, hasFaucet, of, verb, payer, children }: DepositFormProps) {
  const t = useTranslations(of)
  const tChannel = useTranslations('channel')
  const id = useId()
  const wallet = useWallet('evm')
  const leastAtomic = leastOf(option)
  const decimals = option.coin?.decimals ?? 0
  const usual = formatAtomic(usualAtomic(option, of), decimals)
  const [typed, setText] = useState<string | null>(null)
  const text = typed ?? usual
  const amountAtomic = amountIn(text, decimals)
  const isEnough = amountAtomic !== null && amountAtomic >= leastAtomic
  const inWords = useAmounts(option)
  const least = inWords(leastAtomic)
  const calls =
    isEnough && of === 'channel' ? ` ${tChannel('paysFor', { count: Number(callsFor(amountAtomic, option)) })}` : ''
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
      {isAnother(wallet, payer) && <OtherWallet payer={payer} />}
      {isEnough && !isAnother(wallet, payer) && (
        <CheckoutButton
          {...{ wallet, option, acts, hasFaucet }}
          // Only EVM wallets open channels.
          networks={[option.network]}
          onFamily={() => {}}
          intent="pay"
          payment={{
            amountAtomic,
            label: t(verb, { amount: inWords(amountAtomic) }),
            pay: (wallet) => callByChannel(acts, option, { wallet, amountAtomic }),
          }}
        />
      )}
    </div>
  )
}

/**
 * The amount that is proposed: for a budget two dollars, or four of what this costs in whole dollars, and for small
 * calls a hundred of them.
 */
export function usualAtomic(option: PaymentOption, of: 'budget' | 'channel') {
  const { amountAtomic, coin } = option
  const dollar = 10n ** BigInt(coin?.decimals ?? 0)
  const four = ((4n * amountAtomic + dollar - 1n) / dollar) * dollar
  const proposed = of === 'channel' ? 100n * amountAtomic : four > 2n * dollar ? four : 2n * dollar
  const least = leastOf(option)
  return proposed > least ? proposed : least
}

const leastOf = (option: PaymentOption) => channelTermsOf(option)?.minDepositAtomic ?? 0n

export const callsFor = (amountAtomic: bigint, { amountAtomic: price }: PaymentOption): bigint =>
  price > 0n ? amountAtomic / price : 0n

type LimitTexts = { each: string; day: string }

/** Limits in atomic units; null where one is no amount, or would not even pay for this. */
function limitsIn(texts: LimitTexts, option: PaymentOption): KeptLimits | null {
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

export function StartBudget(props: DepositProps) {
  const terms = channelTermsOf(props.option)
  const t = useTranslations('budget')
  const tPrice = useTranslations('price')
  return (
    <DepositForm {...props} of="budget" verb="start">
      <p>{t('about')}</p>
      {terms && <p>{t('backAlone', { duration: durationInWords(tPrice, terms.withdrawDelaySeconds) })}</p>}
      <p>{t('key')}</p>
    </DepositForm>
  )
}

export function ManageBudget({ channel, ...props }: DepositProps & { channel: KeptChannel }) {
  const { option } = props
  const t = useTranslations('budget')
  const { leftAtomic } = sumsOf(channel)
  return (
    <div className="grid gap-6">
      {leftAtomic > 0n && (
        <p>
          <RefundButton {...props} leftAtomic={leftAtomic} />
        </p>
      )}
      <BudgetLimits channel={channel} option={option} />
      <Disclosure title={t('topUp')}>
        <DepositForm {...props} of="budget" verb="add" payer={channel.payer} />
      </Disclosure>
    </div>
  )
}

function BudgetLimits({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const t = useTranslations('budget')
  const id = useId()
  const unitsOf = (atomic?: string) =>
    atomic === undefined ? '' : formatAtomic(BigInt(atomic), option.coin?.decimals ?? 0)
  const { each, day } = channel.limits
  const [texts, setTexts] = useState({ each: unitsOf(each), day: unitsOf(day) })
  const [isSaved, setSaved] = useState(false)
  const key = channelKeyFor(option)
  const limits = limitsIn(texts, option)
  const error = t('limitRefused', { amount: useAmounts(option)(option.amountAtomic) })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (limits === null || key === null) return
    keepChannel(paymentStore(), key, { ...channel, limits })
    tellOfChannels()
    setSaved(true)
  }
  return (
    <form onSubmit={save} className="grid gap-4">
      <fieldset className="grid gap-4">
        <legend className="sr-only">{t('limits')}</legend>
        {(['each', 'day'] as const).map((name) => (
          <TextField
            key={name}
            id={`${id}-${name}`}
            label={t(name)}
            hint={t('noLimit', { symbol: option.coin?.symbol ?? '' })}
            {...(limitIn(texts[name], option) === null && { error })}
            inputMode="decimal"
            autoComplete="off"
            isFigures
            maxLength={40}
            value={texts[name]}
            onChange={({ target }) => {
              setTexts((before) => ({ ...before, [name]: target.value }))
              setSaved(false)
            }}
          />
        ))}
      </fieldset>
      <p className="flex items-center gap-4">
        <Button type="submit" isBusy={limits === null}>
          {t('saveLimits')}
        </Button>
        <span role="status">{isSaved && t('saved')}</span>
      </p>
    </form>
  )
}
