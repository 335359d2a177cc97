'use client'

import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Coin } from '@/lib/site/browser/evm/evm-wallets'
import { forgetWallets } from '@/lib/site/browser/remembered-wallet'
import { SIGNED_IN } from '@/lib/site/browser/signed-in-event'
import { CopyId } from '@/lib/site/ui/copy-id'
import { PageLink } from '@/lib/site/ui/page-link'
import { useRememberedWallet, useWallet } from '../_checkout/use-wallet'
import { EndSession } from './end-session'
import { WalletDialogs } from './wallet-dialogs'

/** The signed-in wallets, on every page, with the ways to sign out; without any, a link to sign in. */
export function Identity({ wallets, coins }: { wallets: string[]; coins: Coin[] }) {
  const t = useTranslations('ui.identity')
  const [signedInNow, setSignedInNow] = useState<string | null>(null)
  useEffect(() => {
    const hear = (event: Event) => setSignedInNow(String(Reflect.get(event, 'detail')))
    window.addEventListener(SIGNED_IN, hear)
    return () => window.removeEventListener(SIGNED_IN, hear)
  }, [])
  const all = wallets.length === 0 && signedInNow !== null ? [signedInNow] : wallets
  const [first] = all
  const known = useKnownWallet()
  const menu = useClosing()
  if (first === undefined) {
    return (
      <span className="flex items-center gap-4">
        {known && <WalletDialogs id={known.id} coins={coins} isShort />}
        {/* A phone has room for one of the two; the library in its menu asks for the sign-in too. */}
        <PageLink
          href="/library"
          className={clsx('inline-flex min-h-11 items-center text-ink', known && 'max-sm:hidden')}
        >
          {t('signIn')}
        </PageLink>
      </span>
    )
  }
  const isKnown = known?.address?.toLowerCase() === first.toLowerCase()
  return (
    <details ref={menu} className="relative">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{t('signedInWith')} </span>
        <span className="figures text-small">
          {/* A phone has room for the site's name and the address's end. */}
          <span className="max-sm:hidden">{first.slice(0, 6)}</span>…{first.slice(-4)}
        </span>
      </summary>
      <div className="absolute end-0 z-10 grid w-72 gap-4 max-sm:fixed max-sm:inset-x-4 max-sm:w-auto border border-edge bg-sheet p-4 shadow-dialog">
        <div className="grid gap-1">
          <p className="text-small text-quiet">
            {known && isKnown ? t('signedInWithWallet', { wallet: known.name }) : t('signedInWith')}
          </p>
          <ul className="grid gap-2">
            {all.map((address) => (
              <li key={address}>
                <CopyId value={address} name={t('address')} />
              </li>
            ))}
          </ul>
        </div>
        {known && <WalletDialogs id={known.id} coins={coins} />}
        <div className="flex flex-wrap gap-2">
          <EndSession address="/api/session" label={t('signOut')} />
          <EndSession address="/api/session" label={t('switch')} goTo="/library" onEnded={forgetWallets} />
        </div>
      </div>
    </details>
  )
}

/** The Ethereum wallet that is connected in this browser, or was on an earlier page. */
function useKnownWallet() {
  const wallet = useWallet('evm')
  const remembered = useRememberedWallet('evm')
  return wallet.status === 'connected' ? wallet : remembered
}

/** Closes the menu by Escape, which returns the focus, and by a press elsewhere. */
function useClosing() {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && menu.current?.contains(event.target)
      if (menu.current && !isInside) menu.current.open = false
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
  return menu
}
