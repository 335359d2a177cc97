'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type Coin } from '@/lib/base/x402/payment-option'
import {
  type BrowserBudget,
  findChannels,
  forgetChannel,
  hasKeyOf,
  type KnownPlace,
  watchChannels,
} from '@/lib/channels/browser/channel-store'
import { paymentStore } from '@/lib/site/browser/payment-store'
import type { Purchase } from '@/lib/site/browser/purchase'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Button, buttonClass } from '@/lib/site/ui/button'
import { Section } from '@/lib/site/ui/section'
import { giveBackRest } from './_server/channel-actions'

export type Coins = Record<string, Coin & { asset: string }>

/** Lists the money that this browser's own keys can spend or get back, without a sign-in. `besides`: wallets shown elsewhere. */
export function BrowserBudgets({ coins, besides = [] }: { coins: Coins; besides?: readonly string[] }) {
  const t = useTranslations('libraryActions.channel')
  const stored = useSyncExternalStore(watchChannels, asText, () => '')
  const budgets = useMemo(() => (stored === '' ? [] : findChannels()), [stored])
  const [given, setGiven] = useState<string[]>([])
  const shown = budgets.filter(({ channel }) => !besides.includes(channel.payer.toLowerCase()))
  if (shown.length === 0 && given.length === 0) return null
  return (
    <Section id="budgets-here" title={t('here')} className="grid gap-4">
      <ul className="grid gap-2">
        {shown.map((budget) => (
          <BudgetHere
            key={budget.key}
            {...{ budget, coins }}
            onGiven={(amount) => setGiven((before) => [...before, amount])}
          />
        ))}
      </ul>
      <div role="status">
        {given.map((amount, place) => (
          // The list only grows.
          <p key={place} className="font-strong text-settled">
            {t('closed', { amount })}
          </p>
        ))}
      </div>
    </Section>
  )
}

const asText = (): string =>
  findChannels()
    .map(({ key, leftAtomic }) => `${key} ${leftAtomic}`)
    .join()

type BudgetHereProps = { budget: BrowserBudget; coins: Coins; onGiven: (amount: string) => void }

function BudgetHere({ budget: { key, place, channel, leftAtomic }, coins, onGiven }: BudgetHereProps) {
  const t = useTranslations('libraryActions.channel')
  const inDigits = useLocalDigits()
  const { network, asset } = place
  const coin = coins[network]?.asset.toLowerCase() === asset ? (coins[network] ?? null) : null
  const inWords = (atomic: bigint) => inDigits(amountInWords(atomic, { coin, asset }))
  const [method, url] = channel.at?.split(' ') ?? []
  const giveBack = useMutation({
    mutationFn: async (purchase: Purchase) => {
      const { refundByChannel } = await import('@/lib/channels/browser/refund-by-channel')
      onGiven(inWords(await refundByChannel({ purchase, store: paymentStore(), channelKey: key })))
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 border-b border-rule pb-2">
      <span className="grid">
        <span className="figures font-strong">{inWords(leftAtomic)}</span>
        <span className="text-small text-quiet">
          {networkName(network)}
          {url && (
            <>
              {' '}
              <a href={url} className="wrap-anywhere text-accent underline">
                {url}
              </a>
            </>
          )}
        </span>
      </span>
      {method && url && (
        <Button isBusy={giveBack.isPending} onClick={() => giveBack.mutate({ method, url })}>
          {giveBack.isPending ? t('asking') : t('get', { left: inWords(leftAtomic) })}
        </Button>
      )}
      <span role="status" className="text-small text-refused">
        {giveBack.isError && t('ends.refused')}
      </span>
    </li>
  )
}

type ChannelButtonsProps = {
  channel: { network: string; id: string }
  place: KnownPlace
  left: string
  coin: Coin | null
  /** The page of its calls and deposits; null where that is unknown. */
  callAt: string | null
}

/** Returns the balance, whichever browser has the key; calls and deposits need the key. */
export function ChannelButtons({ channel, place, left, coin, callAt }: ChannelButtonsProps) {
  const t = useTranslations('libraryActions.channel')
  // Unknown until the browser has looked: nothing is shown before.
  const hasKey = useSyncExternalStore(
    watchChannels,
    () => hasKeyOf(place),
    () => null,
  )
  const ask = useMutation({
    mutationFn: () => giveBackRest(channel.network, channel.id),
    onSuccess: ({ ok }) => {
      if (ok) forgetChannel(place)
    },
  })
  const end = ask.data
  const inDigits = useLocalDigits()
  if (end?.ok) {
    const amount = coin
      ? inDigits(amountInWords(BigInt(end.amount), { coin, asset: place.asset }))
      : t('units', { amount: end.amount, asset: place.asset })
    return (
      <p role="status" className="font-strong text-settled">
        {t('closed', { amount })}
      </p>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        <Button isBusy={ask.isPending} onClick={() => ask.mutate()}>
          {ask.isPending ? t('asking') : t('get', { left: inDigits(left) })}
        </Button>
        {hasKey && callAt !== null && (
          // Opened by the browser itself: a paid URL answers with its own page.
          <a href={callAt} className={buttonClass('plain')}>
            {t('call')}
          </a>
        )}
      </p>
      {hasKey === false && callAt !== null && <p className="text-small text-quiet">{t('elsewhere')}</p>}
      <p role="status" className="text-small text-refused">
        {ask.isError ? t('ends.lost') : end?.message}
      </p>
    </div>
  )
}
