'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { SIGNED_IN } from '@/lib/site/browser/site-setting'
import { useRememberedWallet, useWallet } from '../_checkout/use-wallet'
import type { PayableAsset } from '../_server/site-facts'

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu')).AccountMenu }))

/** The reader's wallet on every page, signed in or only known to this browser. */
export function Identity({ wallets, coins }: { wallets: string[]; coins: PayableAsset[] }) {
  const t = useTranslations('ui.identity')
  const [signedInNow, setSignedInNow] = useState<string | null>(null)
  useEffect(() => {
    const hear = (event: Event) => setSignedInNow(String(Reflect.get(event, 'detail')))
    window.addEventListener(SIGNED_IN, hear)
    return () => window.removeEventListener(SIGNED_IN, hear)
  }, [])
  const signedIn = wallets.length === 0 && signedInNow !== null ? [signedInNow] : wallets
  const known = useKnownWallet()
  const { menu, isOpen, setOpen } = useClosing()
  const first = signedIn[0] ?? known?.address
  if (first === undefined) return null
  const isSignedIn = signedIn.length > 0
  return (
    <details ref={menu} className="relative" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{t(isSignedIn ? 'signedInWith' : 'wallet')} </span>
        <span className="figures text-small whitespace-nowrap">
          {/* A phone has room for the site's name and the address's end. */}
          <span className="max-sm:hidden">{first.slice(0, 6)}</span>…{first.slice(-4)}
        </span>
      </summary>
      <div className="absolute end-0 z-20 grid w-80 gap-3 max-sm:fixed max-sm:inset-x-4 max-sm:w-auto border border-edge bg-sheet p-4 shadow-dialog">
        {isOpen && (
          <Suspense>
            <AccountMenu {...{ signedIn, known, coins }} />
          </Suspense>
        )}
      </div>
    </details>
  )
}

/** The wallet that is connected in this browser, or was on an earlier page: an Ethereum one first. */
function useKnownWallet() {
  const [evm, svm] = [useWallet('evm'), useWallet('svm')]
  const [evmBefore, svmBefore] = [useRememberedWallet('evm'), useRememberedWallet('svm')]
  if (evm.status === 'connected') return { ...evm, family: 'evm' as const }
  if (svm.status === 'connected') return { ...svm, family: 'svm' as const }
  return evmBefore ?? svmBefore
}

/** Closes the menu by Escape, which returns the focus, and by a press elsewhere. */
function useClosing() {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
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
    // It may be opened before its scripts arrive.
    setOpen(menu.current?.open ?? false)
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
  return { menu, isOpen, setOpen }
}
