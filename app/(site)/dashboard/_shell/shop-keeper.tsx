'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { sendInShop } from '../_actions/in-shown-shop'
import { SHOP_COOKIE, SHOP_HEADER } from './shop-cookie'

const ONE_YEAR_SECONDS = 31_536_000

type Props = { current: string; lostShop: string | null; children: ReactNode }

type Shown = { sellerId: string; actions: Map<unknown, unknown> }

const ShownShop = createContext<Shown | null>(null)

/** The action of a form of the shown shop; it is refused where another shop was chosen since. */
export function useInShop<Input extends unknown[], T>(action: (...input: Input) => Promise<T>): typeof action {
  const [shop] = useState(useContext(ShownShop))
  if (shop === null) return action
  // React waits for a bound action where a form comes back without scripts: each render must find the same one.
  const known = shop.actions.get(action) as typeof action | undefined // Only bound actions of that type are stored.
  if (known) return known
  const send = sendInShop<Input, T>
  const bound = send.bind(null, shop.sellerId, action)
  shop.actions.set(action, bound)
  return bound
}

/** Headers of a request for the shown shop, which is refused like its forms. */
export function useShopHeaders(): Readonly<Record<string, string>> {
  const [shop] = useState(useContext(ShownShop))
  return shop === null ? {} : { [SHOP_HEADER]: shop.sellerId }
}

/**
 * Shows the shop that was chosen in another tab as soon as this one is looked at.
 * Chooses the shown shop where the chosen one is not the reader's any more.
 */
export function ShopKeeper({ current, lostShop, children }: Props) {
  const router = useRouter()
  const shown = useMemo(() => ({ sellerId: current, actions: new Map() }), [current])
  useEffect(() => {
    const readChosen = () => new RegExp(`${SHOP_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
    if (lostShop !== null && readChosen() === lostShop) {
      document.cookie = `${SHOP_COOKIE}=${current}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`
    }
    const look = () => {
      const chosen = readChosen()
      if (chosen !== undefined && chosen !== current) router.refresh()
    }
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [current, lostShop, router])
  return <ShownShop value={shown}>{children}</ShownShop>
}
