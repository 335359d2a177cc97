import { setTimeout as sleep } from 'node:timers/promises'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import type { TestRoute } from './serve-test-site'

/** The same routes as the stock server's: see development/testing/stock-server.ts. */
export function targetRoutes(payTo: string, hold: () => Promise<void>): Record<string, TestRoute> {
  const exact = (price: string) => ({ scheme: 'exact', price, network: BASE_SEPOLIA, payTo }) as const
  const signIn = { 'sign-in-with-x': { statement: 'Sign in to a test site' } }
  const say = (content: string) => () =>
    Response.json({ content }, { headers: { 'Cache-Control': 'public, s-maxage=600' } })
  return {
    'GET /cheap': { config: { accepts: exact('$0.001'), extensions: signIn }, handler: say('/cheap') },
    'GET /dear': { config: { accepts: exact('$100'), extensions: signIn }, handler: say('/dear') },
    'GET /jobs': { config: { accepts: exact('$0.001'), extensions: signIn }, handler: say('GET /jobs') },
    'POST /jobs': { config: { accepts: exact('$50'), extensions: signIn }, handler: say('POST /jobs') },
    'GET /slow': {
      config: { accepts: exact('$0.001') },
      handler: async (request) => {
        if (new URL(request.url).searchParams.has('held')) await hold()
        return say('/slow')()
      },
    },
    'GET /metered': {
      config: { accepts: { ...exact('$0.10'), scheme: 'upto' } },
      handler: (request, { meter }) => {
        meter.setAmount(new URL(request.url).searchParams.get('amount') ?? '20000')
        return say('/metered')()
      },
    },
  }
}

export function countRuns(routes: Record<string, TestRoute>, runs: Record<string, number>): Record<string, TestRoute> {
  const counted = Object.entries(routes).map(([key, { config, handler }]): [string, TestRoute] => {
    const path = key.slice(key.indexOf(' ') + 1)
    return [
      key,
      {
        config,
        handler: (request, context) => {
          runs[path] = (runs[path] ?? 0) + 1
          return handler(request, context)
        },
      },
    ]
  })
  return Object.fromEntries(counted)
}

/** Work that continues until it is told to end, for tests that do something during it. */
export type StoppableWork = {
  /** Ends with `finish`, after a minute at the latest. */
  hold: () => Promise<void>
  finish: () => void
}

const LONGEST_MS = 60_000

export function createStoppableWork(): StoppableWork {
  const ends = new Set<() => void>()
  return {
    async hold() {
      const late = new AbortController()
      const lapse = sleep(LONGEST_MS, undefined, { signal: late.signal, ref: false }).catch(() => {})
      await Promise.race([new Promise<void>((resolve) => ends.add(resolve)), lapse])
      late.abort()
    },
    finish() {
      for (const end of ends) end()
      ends.clear()
    },
  }
}
