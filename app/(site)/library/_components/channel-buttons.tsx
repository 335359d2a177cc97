'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { amountInWords, type Coin } from '@/lib/base/x402/payment-option'
import { forgetChannel, hasKeyOf, type KnownPlace, moveHere, watchChannels } from '@/lib/channels/browser/channel-store'
import { useLocalDigits } from '@/lib/site/ui/amount'
import { Button, buttonClass } from '@/lib/site/ui/button'
import { type GivenBack, giveBackRest } from '../_server/library-actions'

type ChannelButtonsProps = {
  channel: { network: string; id: string }
  place: KnownPlace
  payer: string
  left: string
  coin: Coin | null
  /** The page of its calls and deposits; null where that is unknown. */
  callAt: string | null
}

/** Returns the balance, whichever browser has the key; calls and deposits need the key. */
export function ChannelButtons({ channel, place, payer, left, coin, callAt }: ChannelButtonsProps) {
  const t = useTranslations('libraryActions.channel')
  const [isAsking, setIsAsking] = useState(false)
  const [end, setEnd] = useState<GivenBack | null>(null)
  // Unknown until the browser has looked: nothing is shown before.
  const hasKey = useSyncExternalStore(
    watchChannels,
    () => hasKeyOf(place),
    () => null,
  )
  const [isMoved, setIsMoved] = useState(false)
  const ask = async (moves: boolean) => {
    setIsAsking(true)
    const lost: GivenBack = { ok: false, message: t('ends.lost') }
    const outcome = await giveBackRest(channel.network, channel.id).catch(() => lost)
    if (outcome.ok) forgetChannel(place)
    if (outcome.ok && moves) await moveHere(place, payer, outcome.amount)
    setIsMoved(moves)
    setEnd(outcome)
    setIsAsking(false)
  }
  const inDigits = useLocalDigits()
  if (end?.ok) {
    const amount = coin
      ? inDigits(amountInWords(BigInt(end.amount), { coin, asset: place.asset }))
      : t('units', { amount: end.amount, asset: place.asset })
    return (
      <div role="status" className="grid gap-2">
        <p className="font-strong text-settled">{t('closed', { amount })}</p>
        {isMoved && callAt !== null && (
          <p className="text-small">
            {t('moved')}{' '}
            <a href={callAt} className="text-accent underline">
              {callAt}
            </a>
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap gap-2">
        <Button isBusy={isAsking} onClick={() => void ask(false)}>
          {isAsking ? t('asking') : t('get', { left: inDigits(left) })}
        </Button>
        {hasKey && callAt !== null && (
          // Opened by the browser itself: a paid URL answers with its own page.
          <a href={callAt} className={buttonClass('plain')}>
            {t('call')}
          </a>
        )}
      </p>
      {hasKey === false && callAt !== null && (
        <>
          <p>
            <Button isBusy={isAsking} onClick={() => void ask(true)}>
              {t('move')}
            </Button>
          </p>
          <p className="text-small text-quiet">{t('elsewhere')}</p>
        </>
      )}
      <p role="status" className="text-small text-refused">
        {end && !end.ok && end.message}
      </p>
    </div>
  )
}
