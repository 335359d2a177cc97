'use client'

import { useTranslations } from 'next-intl'
import { useState, useSyncExternalStore } from 'react'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import { type Redemption, redeemGift } from '../_actions/library-actions'

const unchanging = () => () => {}

/** The secret in a gift link's address, which browsers send to nobody. */
const secretHere = () => /^#gift=([0-9a-f]{64})$/.exec(window.location.hash)?.[1] ?? null

/** Takes the gift of the link that led here, for a wallet that has signed in. */
export function GiftHere({ isSignedIn }: { isSignedIn: boolean }) {
  const t = useTranslations('libraryActions.gift')
  const secret = useSyncExternalStore(unchanging, secretHere, () => null)
  const [isAsking, setIsAsking] = useState(false)
  const [end, setEnd] = useState<Redemption | null>(null)
  if (secret === null) return null
  const take = async () => {
    setIsAsking(true)
    setEnd(await redeemGift(secret).catch(() => ({ kind: 'lost' }) as const))
    setIsAsking(false)
  }
  return (
    <Notice tone={end?.kind === 'redeemed' ? 'settled' : 'waiting'} title={t('title')} announce="polite">
      {!isSignedIn && <p>{t('signIn')}</p>}
      {isSignedIn && end?.kind !== 'redeemed' && (
        <p>
          <Button variant="primary" isBusy={isAsking} onClick={() => void take()}>
            {t('take')}
          </Button>
        </p>
      )}
      {end && <p>{t(end.kind)}</p>}
      {end && 'path' in end && (
        <p>
          <a href={end.path} className="wrap-anywhere text-accent underline">
            {end.path}
          </a>
        </p>
      )}
    </Notice>
  )
}
