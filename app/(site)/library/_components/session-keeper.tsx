'use client'

import { useEffect } from 'react'

/** Gives the cookie its new token, which only an answer can, not a page. */
export function SessionKeeper() {
  useEffect(() => {
    // A failure leaves the old token, which works on; the next visit tries again.
    void fetch('/api/session').catch(() => undefined)
  }, [])
  return null
}
