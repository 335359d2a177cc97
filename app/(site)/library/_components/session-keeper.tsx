'use client'

import { useEffect } from 'react'

/** Renews the cookie's token, which only a response can do, not a page. */
export function SessionKeeper() {
  useEffect(() => {
    // A failure leaves the old token, which still works; the next visit tries again.
    void fetch('/api/session').catch(() => undefined)
  }, [])
  return null
}
