import type { Hex } from 'viem'
import { evmDevnetAccount, svmDevnetSigner } from '@/development/devnet/wallets'
import { protect } from '@/lib/gate/resource-server/protect'
import { reconcilePayments } from '@/lib/gate/resource-server/reconcile'
import type { PaidHandler, RouteConfig } from '@/lib/gate/resource-server/route-config'
import { type Application, buildApplication } from '@/lib/site/compose/application'
import { serveFetch } from './serve-fetch'

export type TestRoute = { config: RouteConfig; handler: PaidHandler }

export type TestSite = Awaited<ReturnType<typeof serveTestSite>>

export type GasKeys = { evm: Hex; svm: string }

export async function devnetEnv(
  { evmRpcUrl, svmRpcUrl }: { evmRpcUrl: string; svmRpcUrl: string },
  gas: GasKeys,
): Promise<Record<string, string>> {
  return {
    TURNPIKE_SECRET: 'a secret of the tests, long enough to be taken',
    TURNPIKE_DEMO: '1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    EVM_RPC_URLS_84532: evmRpcUrl,
    SVM_RPC_URL_DEVNET: svmRpcUrl,
    FACILITATOR_KEYS: [gas.evm, gas.svm].join(),
    DEMO_PAY_TO: [evmDevnetAccount('seller').address, (await svmDevnetSigner('seller')).address].join(),
  }
}

type ServedSite = { env: Record<string, string>; routes: Record<string, TestRoute> }

/** A whole site in this process, with the test's own paid routes, over real HTTP. */
export async function serveTestSite({ env, routes }: ServedSite) {
  let serve: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const served = await serveFetch((request) => serve(request))
  const sold = Object.entries(routes).map(([key, { config, handler }]) => ({ key, config: () => config, handler }))
  const application = await buildApplication({ NODE_ENV: 'test', PUBLIC_ORIGIN: served.origin, ...env }, sold)
  const { gate } = application
  serve = createRouter(application, routes)
  return {
    origin: served.origin,
    application,
    answer: (request: Request) => serve(request),
    reconcile: async () => {
      await application.facilitator.reconcileSettlements()
      await reconcilePayments(gate)
    },
    stop: async () => {
      await served.stop()
      application.facilitator.stop()
    },
  }
}

function createRouter({ gate, storedRoutes, sellerApi }: Application, routes: Record<string, TestRoute>) {
  const entries = Object.entries(routes).map(([key, { config, handler }]) => ({
    method: key.slice(0, key.indexOf(' ')),
    path: leniently(key.slice(key.indexOf(' ') + 1)),
    route: protect(
      async () => gate,
      key,
      () => config,
      handler,
    ),
  }))
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/x/')) return storedRoutes.answer(request)
    if (pathname.startsWith('/api/v1/')) return sellerApi(request)
    const path = leniently(pathname)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const here = entries.filter((entry) => entry.path === path)
    const found =
      here.find((entry) => entry.method === method) ?? here[0] ?? entries.find((entry) => entry.path.includes('['))
    const answer = found?.route[request.method as keyof typeof found.route]
    return answer ? answer(request) : new Response(null, { status: found ? 405 : 404 })
  }
}

/** Reads a path as the most lenient router would, so that the gate has to recognise its own path. */
function leniently(pathname: string): string {
  let path = pathname
  try {
    path = decodeURIComponent(pathname)
  } catch {
    // Left unchanged.
  }
  const parts = path.toLowerCase().split(/[/\\;\0]+/)
  const kept = parts.filter((part) => part !== '' && part !== '.' && part !== 'jsessionid=1')
  return `/${kept.join('/')}`.replace(/(\.rsc|\.json)$/, '')
}
