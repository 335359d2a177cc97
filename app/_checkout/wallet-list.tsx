'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import { browserFamilyOf } from '@/lib/site/browser/browser-family'
import { ELSEWHERE, type OfferedWallet } from '@/lib/site/browser/offered-wallets'
import { Button } from '@/lib/site/ui/button'
import { Notice } from '@/lib/site/ui/notice'

type WalletListProps = {
  wallets: OfferedWallet[]
  networks: string[]
  onChoose: (wallet: OfferedWallet) => void
  onClose: () => void
}

/** The wallets of this browser, of every family that the page takes, in the place of the button. It takes the focus. */
export function WalletList({ wallets, networks, onChoose, onClose }: WalletListProps) {
  const t = useTranslations('wallet.choice')
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    const first = place.current?.querySelector('li button') ?? place.current
    if (first instanceof HTMLElement) first.focus()
  }, [])
  if (wallets.length === 0) return <NoWallet networks={networks} />
  const isMixed = new Set(networks.map(browserFamilyOf)).size > 1
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose()
  }
  return (
    <div ref={place} role="group" aria-labelledby={id} onKeyDown={onKeyDown} className="grid gap-2">
      <p id={id} className="font-strong">
        {t('title')}
      </p>
      <ul className="divide-y divide-rule border-y border-rule">
        {wallets.map((wallet) => (
          <li key={`${wallet.family} ${wallet.id}`} className="relative">
            <WalletRow
              wallet={wallet}
              network={isMixed ? networks.find((each) => browserFamilyOf(each) === wallet.family) : undefined}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={onClose}
        className="min-h-11 cursor-pointer justify-self-center px-3 text-small text-accent underline underline-offset-4"
      >
        {t('back')}
      </button>
    </div>
  )
}

type WalletRowProps = { wallet: OfferedWallet; network: string | undefined; onChoose: (wallet: OfferedWallet) => void }

function WalletRow({ wallet, network, onChoose }: WalletRowProps) {
  const t = useTranslations('wallet.choice')
  const id = useId()
  const isElsewhere = wallet === ELSEWHERE
  const name = isElsewhere ? t('elsewhere') : wallet.id === 'injected' ? t('unnamed') : wallet.name
  const place = isElsewhere ? undefined : network && networkName(network)
  return (
    <>
      <button
        type="button"
        aria-label={isElsewhere ? name : t('connect', { name })}
        aria-describedby={place && id}
        onClick={() => onChoose(wallet)}
        className={`flex min-h-12 w-full cursor-pointer items-center gap-3 py-2 ps-2 text-start hover:bg-shade ${place ? 'pe-32' : 'pe-2'}`}
      >
        {wallet.icon ? (
          // oxlint-disable-next-line nextjs/no-img-element -- A data URL that the wallet brings along.
          <img src={wallet.icon} alt="" className="size-6 shrink-0" />
        ) : (
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-6 shrink-0 fill-none stroke-quiet"
            strokeWidth="2"
          >
            <path d={isElsewhere ? 'M7 2.5h10v19H7zM10.5 18h3' : 'M3 6h18v13H3zM15 12.5h6'} />
          </svg>
        )}
        <span className="min-w-0 font-strong wrap-anywhere">{name}</span>
      </button>
      {place && (
        <span id={id} className="pointer-events-none absolute inset-y-0 end-2 flex items-center text-small text-quiet">
          {place}
        </span>
      )}
    </>
  )
}

/** Says how to get a wallet. It takes the focus from the button that it replaces. */
function NoWallet({ networks }: { networks: string[] }) {
  const t = useTranslations('wallet.none')
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  const [only, ...others] = new Set(networks.map(browserFamilyOf))
  const family = others.length === 0 && only ? only : 'any'
  const title = t('title', { family })
  return (
    <div ref={words} role="group" aria-label={title} tabIndex={-1} className="outline-none">
      <Notice tone="neutral" title={title}>
        <p>{t('how', { family })}</p>
        <p>
          <Button onClick={() => window.location.reload()}>{t('reload')}</Button>
        </p>
      </Notice>
    </div>
  )
}
