'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { sendInShop } from '../_actions/in-shown-shop'
import { SHOP_COOKIE } from './shop-cookie'

const ONE_YEAR_SECONDS = 31_536_000

type Props = { current: string; lostShop: string | null; children: ReactNode }

const ShownShop = createContext<string | null>(null)

/** The action of a form of the shown shop; it is refused where another shop was chosen since. */
export function useInShop<Input extends unknown[], T>(action: (...input: Input) => Promise<T>) {
  const [shop] = useState(useContext(ShownShop))
  const send = sendInShop<Input, T>
  return shop === null ? action : send.bind(null, shop, action)
}

/**
 * Shows the shop that was chosen in another tab as soon as this one is looked at.
 * Chooses the shown shop where the chosen one is not the reader's any more.
 */
export function ShopKeeper({ current, lostShop, children }: Props) {
  const router = useRouter()
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
  return <ShownShop value={current}>{children}</ShownShop>
}
