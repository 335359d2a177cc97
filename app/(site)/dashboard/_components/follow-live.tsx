'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const INTERVAL_MS = 2_500

/**
 * Asks for the page again every few seconds while it is visible, so that what the server knows appears by
 * itself. Without scripts the page is as it was loaded.
 */
export function FollowLive({ isWanted = true }: { isWanted?: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') router.refresh()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isWanted, router])
  return null
}
