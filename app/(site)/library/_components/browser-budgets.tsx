'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { amountInWords, type Coin } from '@/lib/base/x402/payment-option'
import { type BrowserBudget, findChannels, watchChannels } from '@/lib/channels/browser/channel-store'
import { paymentStore } from '@/lib/site/browser/payment-store'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Button } from '@/lib/site/ui/button'
import { Section } from '@/lib/site/ui/section'

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
  const [step, setStep] = useState<'ready' | 'asking' | 'refused'>('ready')
  const { network, asset } = place
  const coin = coins[network]?.asset.toLowerCase() === asset ? (coins[network] ?? null) : null
  const inWords = (atomic: bigint) => inDigits(amountInWords(atomic, { coin, asset }))
  const [method, url] = channel.at?.split(' ') ?? []
  const giveBack = async () => {
    if (!method || !url) return
    setStep('asking')
    try {
      const { refundByChannel } = await import('@/lib/channels/browser/refund-by-channel')
      const purchase = { method, url }
      onGiven(inWords(await refundByChannel({ purchase, store: paymentStore(), channelKey: key })))
    } catch {
      setStep('refused')
    }
  }
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
      {url && (
        <Button isBusy={step === 'asking'} onClick={() => void giveBack()}>
          {step === 'asking' ? t('asking') : t('get', { left: inWords(leftAtomic) })}
        </Button>
      )}
      <span role="status" className="text-small text-refused">
        {step === 'refused' && t('ends.refused')}
      </span>
    </li>
  )
}
