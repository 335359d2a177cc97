'use client'

import { type ReactNode, useEffect } from 'react'
import { SEEN_COOKIE } from './test-money'

export function TestBand({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.cookie = `${SEEN_COOKIE}=seen; path=/; max-age=31536000; samesite=lax`
  }, [])
  return <p className="bg-test-tint px-4 py-1 text-center text-small text-test">{children}</p>
}
