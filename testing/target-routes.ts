import { BASE_SEPOLIA } from '@/lib/x402/networks'
import type { TestRoute } from './serve-test-site'

/** What the stock server sells too: see testing/stock-server.ts. */
export function targetRoutes(payTo: string, hold: () => Promise<void>): Record<string, TestRoute> {
  const exact = (price: string) => ({ scheme: 'exact', price, network: BASE_SEPOLIA, payTo }) as const
  const signIn = { 'sign-in-with-x': { statement: 'Sign in to a test site' } }
  const say = (content: string) => () =>
    Response.json({ content }, { headers: { 'Cache-Control': 'public, s-maxage=600' } })
  return {
    'GET /cheap': { config: { accepts: exact('$0.001'), extensions: signIn }, handler: say('/cheap') },
    'GET /dear': { config: { accepts: exact('$100'), extensions: signIn }, handler: say('/dear') },
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

/** Counts how often each handler runs, by path. */
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
