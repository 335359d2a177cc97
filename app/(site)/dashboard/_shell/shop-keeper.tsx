'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { SHOP_COOKIE } from './shop-cookie'

/** Shows the shop that was chosen in another tab as soon as this one is looked at, so that no form acts on another. */
export function ShopKeeper({ current }: { current: string }) {
  const router = useRouter()
  useEffect(() => {
    const look = () => {
      const chosen = new RegExp(`${SHOP_COOKIE}=([^;]*)`).exec(document.cookie)?.[1]
      if (chosen !== undefined && chosen !== current) router.refresh()
    }
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [current, router])
  return null
}
