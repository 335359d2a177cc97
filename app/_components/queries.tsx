'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useState } from 'react'
import type { BrowserFamily } from '@/lib/site/browser/browser-wallet'
import { queryKeys } from '@/lib/site/browser/query-keys'

// A press shows before the next one can come.
notifyManager.setScheduler(queueMicrotask)

type ReaderFacts = {
  /** Addresses that the reader was signed in with when the page was made. */
  wallets: readonly string[]
  /** The wallet of an earlier visit, as its cookie says. */
  remembered: Partial<Record<BrowserFamily, string>>
}
const nobody: ReaderFacts = { wallets: [], remembered: {} }
export const Reader = createContext(nobody)

/** Keeps the page's later questions, and the acts that people start on it, in one place for all of its components. */
export function Queries({ reader = nobody, children }: { reader?: ReaderFacts; children: ReactNode }) {
  const [queries] = useState(createQueries)
  return (
    <Reader value={reader}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </Reader>
  )
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
