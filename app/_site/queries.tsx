'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryKeys } from '@/lib/site/browser/query-keys'

// A press shows before the next one can come.
notifyManager.setScheduler(queueMicrotask)

/** Keeps the page's later questions, and the acts that people start on it, in one place for all of its components. */
export function Queries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueries)
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}

function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      // A browser that believes to be without a network may still reach this site.
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  // The libraries of the wallets write it.
  queries.setQueryDefaults(queryKeys.wallets, { gcTime: Infinity, staleTime: Infinity, structuralSharing: false })
  return queries
}
