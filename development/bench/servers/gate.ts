import { serveFetch } from '@/development/testing/serve-fetch'
import { createChains } from '@/lib/base/chains/chains'
import { systemClock } from '@/lib/base/infra/clock'
import { openDatabase } from '@/lib/base/infra/database'
import { createLogger } from '@/lib/base/infra/logger'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { compileRoute } from '@/lib/gate/resource-server/compile-route'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { createSignInContext } from '@/lib/gate/sign-in/sign-in-context'
import { createLeases } from '@/lib/payments/leases'
import { toChainsPort } from '@/lib/site/compose/chains-port'
import { toSignInPort } from '@/lib/site/compose/sign-in-port'
import { challengeRoute, routeCount } from './challenge-route'
import { createRouteServer } from './serve-routes'

/** Our gate behind node:http with ROUTES routes. A challenge touches neither the database nor a chain. */
const database = openDatabase('postgresql://nobody@127.0.0.1:1/none')
const chains = createChains({ networks: { [BASE_SEPOLIA]: { rpcUrls: ['http://127.0.0.1:1'], confirmations: 1 } } })
const signIn = createSignInContext({
  database,
  clock: systemClock,
  secret: 'a secret of the benchmark, long enough to be taken',
  verifyMessageSignature: async () => ({ valid: false }),
  checksumAddress: (address) => address,
  isContractWalletVerified: false,
})
const never = async (): Promise<never> => {
  throw new Error('A challenge calls no facilitator.')
}
const gate: Gate = {
  publicOrigin: 'http://localhost:4021',
  servesVersion1: true,
  database,
  clock: systemClock,
  log: createLogger({ level: 'error' }),
  takeTurn: never,
  leases: createLeases({ database, log: createLogger({ level: 'error' }) }),
  ports: {
    chains: toChainsPort(chains, createLogger({ level: 'error' })),
    signIn: toSignInPort(signIn),
    entitlements: { findAccess: never, usePass: never, giveBackUse: never },
    facilitator: {
      verify: never,
      askSettledFor: never,
      release: never,
      spend: never,
      settle: never,
      supported: async () => ({
        kinds: [{ x402Version: 2, scheme: 'exact', network: BASE_SEPOLIA }],
        extensions: [],
        signers: {},
      }),
    },
  },
  observer: {},
}

const routes = createRouteServer(gate)
for (let number = 0; number < routeCount; number += 1) {
  const config = {
    accepts: challengeRoute.accepts,
    extensions: { 'sign-in-with-x': challengeRoute.signIn, bazaar: challengeRoute.bazaar },
  }
  routes.set(await compileRoute(gate, `GET /r/${number}`, config, () => new Response('paid')))
}
const { origin } = await serveFetch((request) => routes.answer(request))
console.log(JSON.stringify({ origin }))
