'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { SHOP_COOKIE } from './shop-cookie'

const ONE_YEAR_SECONDS = 31_536_000

type Props = { current: string; lostShop: string | null }

/**
 * Shows the shop that was chosen in another tab as soon as this one is looked at, so that no form acts on another.
 * Chooses the shown shop where the chosen one is not the reader's any more.
 */
export function ShopKeeper({ current, lostShop }: Props) {
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
  return null
}
