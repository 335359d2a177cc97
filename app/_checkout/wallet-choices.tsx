'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { WalletChoice } from '@/lib/site/browser/browser-wallet'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'
import type { BrowserFamily } from './load-wallets'

/** The wallets of a family that have announced themselves in this browser. */
export function WalletChoices({ family, choices }: { family: BrowserFamily; choices: WalletChoice[] }) {
  const t = useTranslations('wallet.choice')
  if (choices.length === 0) return <NoWallet family={family} />
  return (
    <div className="grid gap-2">
      <p>{t('title')}</p>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, icon, connect }) => (
          <li key={name}>
            <Button onClick={connect}>
              {/* oxlint-disable-next-line nextjs/no-img-element -- A data URL that the wallet brings along. */}
              {icon.startsWith('data:image/') && <img src={icon} alt="" className="size-5" />}
              {t('connect', { name })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Explains wallets, and how to get one. It takes the focus only from the button that it replaces. */
function NoWallet({ family }: { family: BrowserFamily }) {
  const t = useTranslations('wallet.none')
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus()
  }, [])
  const title = t('title', { family })
  return (
    <div ref={words} role="group" aria-label={title} tabIndex={-1} className="max-w-measure">
      <Notice tone="neutral" title={title}>
        <p>{t('what')}</p>
        <p>{t('how', { family })}</p>
        <p>
          <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
        </p>
      </Notice>
    </div>
  )
}
