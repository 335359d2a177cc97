'use client'

import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '@/lib/site/browser/query-keys'

/** Renews the cookie's token, which only a response can do, not a page. */
export function SessionKeeper() {
  // A failure leaves the old token, which still works; the next visit tries again.
  useQuery({ queryKey: queryKeys.session, queryFn: async () => (await fetch('/api/session')).ok, staleTime: 0 })
  return null
}
