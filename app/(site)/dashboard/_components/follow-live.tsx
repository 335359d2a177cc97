'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/**
 * Requests the page again every few seconds while it is visible, so that the server's news appears without a reload.
 * Without scripts the page stays as loaded.
 */
export function FollowLive({ isWanted = true, everySeconds = 2.5 }: { isWanted?: boolean; everySeconds?: number }) {
  const router = useRouter()
  useEffect(() => {
    if (!isWanted) return
    const refresh = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    const timer = setInterval(refresh, everySeconds * 1_000)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isWanted, everySeconds, router])
  return null
}
